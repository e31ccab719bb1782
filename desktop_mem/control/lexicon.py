"""The words that grounding knows: which mean the same, which carry no fact, and which change what a clause says, in English and Chinese."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_SAME: Final = """
live|reside dwell resident based|住 居住 定居
move|relocate|搬到 搬去 搬家 搬
work|job employed employee occupation profession career|工作 上班 职业 任职
like|love enjoy fond loves|喜欢 爱 热爱 爱好 喜爱
prefer|favour favourite favorite preference|偏好 更喜欢
allergy|allergic allergies|过敏
birthday|birth born birthdate|生日 出生
study|student studies|学习 读 念
marry|married marriage wedding|结婚 已婚
big|large
home|house|家
phone|telephone mobile cell|电话 手机
email|e-mail mail|邮箱 邮件
color|colour colours colors|颜色
film|movie movies films|电影
speak|speaks spoken talk|说 讲
buy|purchase bought acquire|买
sell|sold|卖
begin|start commence|开始
end|finish expire finished|到期 结束
child|children kid kids|孩子 小孩
doctor|physician|医生 大夫
car|automobile vehicle|车 汽车
fly|flight flew flies flying|航班
play|player musician
daily|everyday|每天
year|years old age aged|年龄 岁 年
eat|ate eaten|吃
drink|drank drunk|喝
dine|dinner
lend|lent loan|借给
borrow|borrowed
give|gave given|给
get|receive received got|收到
month|monthly|月
week|weekly
hospital|clinic|医院
must|should ought need
run|ran jogging jog|跑步
music||音乐
photography|photo photos|摄影
tea||茶 喝茶
coffee||咖啡
beer||啤酒
peanut|peanuts|花生
milk||牛奶
fish||鱼
seafood|shellfish|海鲜
penicillin||青霉素
teacher||老师 教师
nurse||护士
programmer|developer|程序员
bank||银行
university|college|大学
school||学校
beijing||北京
shanghai||上海
guangzhou||广州
shenzhen||深圳
hangzhou||杭州
chengdu||成都
germany||德国
france||法国
green||绿色
blue||蓝色
red||红色
surname||姓
"""
_KIN: Final = """
mother|mum mom mummy mommy mama|妈妈 母亲 妈
father|dad daddy papa|爸爸 父亲 爸
sister|sisters|妹妹 姐姐 姐妹
brother|brothers|弟弟 哥哥 兄弟
son|sons|儿子
daughter|daughters|女儿
wife||妻子 老婆 太太
husband||丈夫 老公 先生
partner|
girlfriend||女朋友 女友
boyfriend||男朋友 男友
grandmother|grandma granny|奶奶 外婆 姥姥
grandfather|grandpa granddad|爷爷 外公 姥爷
grandparents|
aunt|aunts auntie|阿姨 姑姑
uncle|uncles|叔叔 舅舅
cousin|cousins|表弟 表妹 表哥 表姐 堂弟 堂哥
niece|
nephew|
child|children kids kid|孩子
parents|parent|父母
boss|manager|老板 上司
colleague|coworker colleagues|同事
friend|friends|朋友
roommate|flatmate|室友
neighbour|neighbor neighbours|邻居
dog|dogs puppy|狗
cat|cats kitten|猫
"""
_IRREGULAR_FORMS: Final = """
took>take taken>take went>go gone>go broke>break broken>break won>win made>make spoke>speak wrote>write
written>write met>meet taught>teach knew>know told>tell said>say thought>think paid>pay sent>send dead>die
drove>drive driven>drive lost>lose found>find kept>keep slept>sleep spent>spend began>begin begun>begin swam>swim
sang>sing wore>wear worn>wear chose>choose chosen>choose people>person men>man women>woman feet>foot teeth>tooth
hurt>hurt read>read tyres>tire tyre>tire tires>tire ate>eat drank>drink bought>buy
"""
_IRREGULAR: Final = dict(pair.split(">") for pair in _IRREGULAR_FORMS.split())


def words_of(listed: str) -> frozenset[str]:
    """The words of a list with spaces between."""
    return frozenset(listed.split())


STOP_WORDS: Final = words_of(
    """
    a an the of in on at to for with by from as is are be been being am was were will would shall do does did has have had
    having and or also too very really currently now presently just please so it its this that these those there here own
    year years old age aged person then about into onto who which whom than while well quite always am each every any some
    both such only still already yes oh ok okay hi hello hey fact next last coming one's user users themselves himself
    herself myself towards near per goes going go actually but because while although whereas though however since
    what where when why how whose 但是 但 不过 可是 因为 所以
    了 的 是 在 有 着 过 吧 呢 啊 呀 嘛 就 也 都 还 很 非常 和 与 跟 及 把 被 对 到 去 要 会 得 地
    今年 现在 目前 一家 一个 一名
    一位 一只 这 那 这个 那个 于 为 从 向 里 个 只 名 位 家 块 次 粒 每次 岁 平时 请 一下 已经 当 做 钱 养 来 又 再 好 用户的 号
    """
)
NEGATIONS: Final = words_of("not never no without neither nor cannot nobody none nothing hardly 不 没 没有 从不 无 未 别 不再 戒")
STOPPED: Final = words_of("stop stopped quit")
TURNED: Final = words_of("hate hates hated dislike dislikes disliked detest detests loathe 讨厌 厌恶")
MOODS: Final = {
    "may": words_of("might may maybe perhaps possibly probably could unsure suppose guess 可能 也许 大概 好像 或许 说不定"),
    "wish": words_of("want wants wanted plan plans planning hope hopes hoping wish wishes consider considering 想 打算 希望 计划 准备"),
    "if": words_of("if unless whether 如果 假如 要是 假设 若"),
    "past": words_of("formerly previously once 以前 曾经 曾 从前 原来 过去"),
}
FICTION: Final = re.compile(
    r"\b(?:write|draft|compose|translate|imagine|pretend|suppose|summari[sz]e|rewrite|role-?play|"
    r"paraphrase)\b(?! (?:(?:this|that|it|these) )?down\b)"
    r"|\bcorrect(?= (?:the|this|that|these|my|following)\b|\s*[:：])"
    r"|\b(?:just kidding|a (?:story|poem|song) (?:about|in which|where))\b"
    r"|写一|帮我写|翻译(?:成|一下|这|下面|以下)|[把将].*翻译|假装|开玩笑|编一",
    re.IGNORECASE,
)
ASKED_TO_KEEP: Final = re.compile(
    r"(?:\b(?:please|(?:can|could|would) you) )*\b"
    r"(?:(?:remember|note|keep in mind|save|store|memori[sz]e)(?: (?:this|that|it|please|for me|down))*"
    r"|write (?:(?:this|that|it|these) )?down"
    r"|(?:correct|update|fix) (?:what you (?:know|remember|have)|your (?:memory|notes?|records?|files?)|my (?:file|profile|details|data))"
    r"(?: (?:about|on|of) me)?) ?[:：]\s*"
    r"|请?(?:你|帮我)?(?:记住|记一下|记下|更新一下|更正一下)[:：]\s*",
    re.IGNORECASE,
)
"""What asks to keep the statement behind the colon, and says nothing itself."""
PREPOSITIONS: Final = words_of("in on at to for with by from of about near into since until after before during next 在 对 给 跟 和 从")
REPORTING: Final = words_of(
    "said says say told tells tell thinks think thought mentioned know knows believes remember note heard 说 告诉 记住 记得"
)
INVERSE: Final = {
    "lend": "borrow",
    "borrow": "lend",
    "give": "get",
    "get": "give",
    "sell": "buy",
    "buy": "sell",
    "teach": "learn",
    "learn": "teach",
}
FOLLOWS: Final = {
    "live": ("move",),
    "fly": ("flight",),
    "job": ("work",),
    "hometown": ("live",),
    "diet": ("vegetarian", "vegan"),
    "like": ("prefer",),
    "location": ("live",),
}
"""What a word in a claim may rest on besides itself: who has moved to a place lives there."""
NAMING: Final = words_of("name names named call called calls 叫 名叫 名字 姓名 叫做")
SPEAKER: Final = words_of("i me myself we us 我 我们 咱们")
SPEAKERS: Final = words_of("my mine our ours")
ADDRESSED: Final = words_of("you yourself 你 您")
ANOTHER: Final = words_of("he she him they them 他 她 他们 她们")
MALE: Final = words_of("father brother son husband boyfriend grandfather uncle nephew")
FEMALE: Final = words_of("mother sister daughter wife girlfriend grandmother aunt niece")
ANOTHERS: Final = words_of("his hers their theirs her")
THINGS: Final = words_of("it this that these those there 它 这 那")
USUAL_HEADS: Final = words_of(
    "live move work like prefer allergy birthday study marry speak play eat drink have own use need want be take call plan enjoy "
    "keep note store save remember forget remind"
)


def folded(text: str) -> str:
    """The text without compatibility forms, case and Latin accents."""
    bare = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", text).casefold())
    return unicodedata.normalize("NFC", bare)


def _stem(word: str) -> str:
    if word in _IRREGULAR:
        word = _IRREGULAR[word]
    for ending, put in (("ies", "y"), ("sses", "ss"), ("ied", "y"), ("ing", ""), ("ed", ""), ("ly", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiosl":
        word = word[:-1]
    word = word.rstrip("e") if len(word) > 3 else word
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


def _table(lines: str) -> dict[str, str]:
    table: dict[str, str] = {}
    for line in lines.strip().splitlines():
        key, *others = line.split("|")
        for word in (key, *(word for other in others for word in other.split())):
            table[_stem(word) if word.isascii() else word] = key
    return table


SAME: Final = _table(_SAME)
KIN: Final = _table(_KIN)
HAN_WORDS: Final = tuple(
    sorted(
        {
            word
            for group in (
                SAME, KIN, STOP_WORDS, NEGATIONS, TURNED, *MOODS.values(), REPORTING, NAMING, SPEAKER, ADDRESSED, ANOTHER, THINGS,
                ("用户", "使用者", "因为", "所以", "但是", "不过", "可是", "以及"),
            )
            for word in group
            if not word.isascii()
        },
        key=len,
        reverse=True,
    )
)  # fmt: skip
"""The Chinese words that are known, longest first."""


def key_of(word: str) -> str:
    """The key under which a word is compared: that of its synonyms, or its stem."""
    word = folded(word)
    stem = _stem(word) if word.isascii() else word
    return SAME.get(stem, stem)


def kin_of(word: str) -> str:
    """The key of a word for a person by relation, pets too; empty for any other."""
    word = folded(word)
    return KIN.get(_stem(word) if word.isascii() else word, "")
