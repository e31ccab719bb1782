"""The forms in which people state facts about themselves, and the entry that each gives, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact: the `key` of what it tells of, its `text` as an entry, the words that say `since` when, and a pattern for what it `outdates`."""

    key: str
    text: str
    since: str = ""
    outdates: str = ""


Maker = Callable[[re.Match[str]], Iterator[Fact]]
Form = tuple[re.Pattern[str], Maker]

_NAME: Final = r"[A-ZÀ-Þ][\w'’.-]*(?: [A-ZÀ-Þ][\w'’.-]*){0,3}"
_KIN: Final = (
    r"(?:step)?(?:mother|mum|mom|father|dad|sister|brother|son|daughter|wife|husband|partner|fianc[ée]e?|girlfriend|boyfriend|grandmother|grandma"
    r"|grandfather|grandpa|aunt|uncle|cousin|niece|nephew|boss|manager|colleague|flatmate|roommate|neighbou?r|best friend|dog|cat|doctor|dentist)(?:-in-law)?"
)
_OWNED: Final = (
    r"(?:phone|mobile|telephone|passport|account|customer|insurance|licen[cs]e|locker|flat|room|employee|student) number|e-?mail(?: address)?|address"
    r"|shoe size|blood type|licen[cs]e plate|(?:favou?rite) [a-z]+(?: [a-z]+)?|nickname|middle name|last name|surname|mother tongue|native language|job title|time zone"
)
_WORK: Final = (
    r"nurse|doctor|teacher|lawyer|engineer|developer|programmer|designer|student|architect|chef|cook|pilot|writer|journalist|artist|musician|photographer"
    r"|accountant|analyst|scientist|researcher|professor|lecturer|manager|consultant|electrician|plumber|carpenter|farmer|driver|translator|librarian"
    r"|dentist|pharmacist|therapist|psychologist|physicist|chemist|biologist|baker|waiter|waitress|barber|hairdresser|mechanic|midwife|paramedic"
    r"|firefighter|police officer|secretary|salesperson|salesman|cashier|gardener|actor|actress|singer|dancer|editor|vet|surgeon|social worker|freelancer"
)
_ILLNESS: Final = (
    r"(?:type [12] )?diabetes|asthma|epilepsy|migraines?|high blood pressure|arthritis|celiac disease|coeliac disease|adhd|depression|insomnia"
    r"|an? [\w-]+ (?:intolerance|disorder|condition)|hay fever|psoriasis|eczema|tinnitus"
)
_POINTING: Final = r"(?!(?:it|this|that|these|those|you|your|him|her|them|the (?:first|second|third|last|other|idea|answer|way|sound)|how|what|to think|when|both|one)\b)"
_END: Final = r"[.!]*$"


def _form(pattern: str, maker: Maker, *, case: bool = False) -> Form:
    return re.compile(pattern if case else f"(?i:{pattern})"), maker


def _as(key: str, text: str, outdates: str = "") -> Maker:
    """An entry made by putting the groups of the match into `text`."""

    def make(match: re.Match[str]) -> Iterator[Fact]:
        groups = {name: value.strip(" ,.!，。！") for name, value in match.groupdict().items() if value is not None}
        yield Fact(key, text.format_map(groups), outdates=outdates)

    return make


_CONTEXTUAL: Final = re.compile(
    r"\b(?:it|its|it['’]s|this|that|that['’]s|these|those|you|your|yours|he|she|him|his|her|them|me|mine|myself|i|i['’]m|i['’]ve|there|here|when|if|how|what|ones?|such|same"
    r"|is|are|was|were|do|does|did|must|will|would|could|can)\b|[(:]|\.\.",
    re.IGNORECASE,
)
"""Words that make sense only beside what was said before, or that show that a sentence goes on."""
_OF_THE_MOMENT: Final = re.compile(
    r"(?:(?:to )?(?:hear|see|know|talk|chat|meet|think|say|feel)(?:ing)?\b|the (?!(?:sea|ocean|beach|outdoors|mountains?|countryside|forest|woods|theatre|theater|opera|gym"
    r"|rain|snow|cold|heat|sun|winter|summer|autumn|spring|city|piano|guitar|violin|cello|colou?r)\b)(?-i:[a-z])|some |more |another )",
    re.IGNORECASE,
)
_LONGEST_TASTE: Final = 60


def _taste(word: str) -> Maker:
    """What somebody likes in general; what they like in the moment of the conversation is no fact about them."""

    def make(match: re.Match[str]) -> Iterator[Fact]:
        what = re.sub(
            r"[\s,]+(?:too|also|though|myself|as well|(?:the )?best|a lot|(?:so|very) much|most|lol)$",
            "",
            match["what"].strip(" ,.!"),
            flags=re.IGNORECASE,
        )
        if what and len(what) <= _LONGEST_TASTE and not _CONTEXTUAL.search(what) and not _OF_THE_MOMENT.match(what):
            yield Fact("taste", f"{word} {what}")

    return make


def _home(match: re.Match[str]) -> Iterator[Fact]:
    groups = match.groupdict()
    place, since = groups["place"].strip(" ,.!"), groups.get("since") or ""
    if not _CONTEXTUAL.search(place) and not re.match(r"(?:fear|hope|peace|the (?:past|moment|present|clouds|next)|my own)\b", place):
        yield Fact("home", f"Lives in {place}", since, "Lives in |Lives at |住在")


def _relation(match: re.Match[str]) -> Iterator[Fact]:
    kin, name, rest = match["kin"].lower(), match["name"] or "", match["rest"].strip(" ,.!")
    kin = kin[0].upper() + kin[1:]
    if name:
        yield Fact(kin, f"{kin}: {name}", outdates=f"{kin}: ")
    if rest and not _CONTEXTUAL.search(re.sub(r"^(?:is|was)\b", "", rest)):
        yield Fact(f"{kin} {rest}", f"{kin} {name + ' ' if name else ''}{rest}", outdates=_same_verb(kin, name, rest))


def _same_verb(kin: str, name: str, rest: str) -> str:
    """Somebody lives in one place, and works as one thing."""
    verb = re.match(r"lives in|works (?:as|at|for)|住在", rest)
    return rf"{re.escape(kin)}(?: {re.escape(name)})? ?{verb[0]}" if verb else ""


def _owned(match: re.Match[str]) -> Iterator[Fact]:
    what = re.sub(r"^(?:new|current) ", "", match["what"].lower())
    what = what[0].upper() + what[1:]
    value = match["value"].strip(" ,.!")
    if "address" in what.lower() or not _CONTEXTUAL.search(value):
        yield Fact(what.lower(), f"{what}: {value}", outdates=f"{re.escape(what)}: ")


def _work(match: re.Match[str]) -> Iterator[Fact]:
    yield Fact("work", f"Works as {match['what'].strip(' ,.!')}", outdates="Works as ")


_I_AM: Final = r"^(?:i am|i['’]m)"
_SINCE: Final = r"(?: (?P<since>(?:in |since )?(?:last|this) (?:week|month|year|winter|spring|summer|autumn)|(?:in|since) (?:[A-Z][a-z]+ )?\d{4}|(?:in|since|last) [A-Z][a-z]+|yesterday|today|(?:\d+|two|three|four|a few) (?:weeks|months|years) ago|a (?:week|month|year) ago))?"
_WITH: Final = r"(?: (?:with|together with|because|for work|now|already|and|to be|near my)\b.*)?"
_PREDICATE: Final = (
    r"(?:lives (?:in|at|with)|works (?:as|at|for|in)|studies|is (?:an? )?(?:" + _WORK + r")|is (?:severely |very )?allergic to|speaks|likes|loves|hates|plays"
    r"|is (?:\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?|one|two|three|four|five|six|seven|eight|nine|ten|[a-z]+teen|eleven|twelve)(?= years?|$)|was born|comes from|is from|has (?:" + _ILLNESS + r"))"
)  # fmt: skip
_AGES: Final = r"(?!\b(?:is (?:angry|here|slow|sick|ill|tired|busy|happy|sad|away|late|great|nice|funny|well|fine|ready|home|right|wrong|old|young|coming|out|back|in|on|mad|upset|asleep|awake|gone|dead|alone|strict|kind|good|bad|okay|ok|crazy))\b)"

ENGLISH: Final[Sequence[Form]] = (
    _form(rf"^(?:(?i:my (?:full |real |first )?name is|my name['’]s|i am called|i['’]m called)) (?P<name>{_NAME}){_END}", _as("name", "Name: {name}", "Name: "), case=True),
    _form(rf"^(?:(?i:my (?:full |first )?name is|my name['’]s)) (?P<name>{_NAME}) (?i:and i need)\b.*$", _as("name", "Name: {name}", "Name: "), case=True),
    _form(
        rf"^(?:(?i:i am|i['’]m)) (?P<name>(?!Sure|Sorry|Fine|Happy|Not|Just|So|Very|Back|Here|Done|Ready|Tired|Busy|From|In|At)[A-ZÀ-Þ][a-zà-þ]{{2,}}"
        rf"(?<!ese)(?<!ish)(?<!ian)(?<!ican)(?: [A-ZÀ-Þ][a-zà-þ]+)?){_END}",
        _as("name", "Name: {name}", "Name: "), case=True,
    ),
    _form(rf"^(?i:(?:please |just |you can )*call me) (?P<name>(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?(?!Crazy|Ishmael)[A-ZÀ-Þ][\w'’-]*){_END}", _as("called", "Called: {name}", "Called: "), case=True),
    _form(rf"^(?i:(?:please |just |you can )*call me) (?P<name>[A-ZÀ-Þ][\w'’-]*), (?:not|everyone)\b.*$", _as("called", "Called: {name}", "Called: "), case=True),
    _form(rf"^(?i:(?:i|we)(?:['’]ve| have)?(?: just| recently)? moved to) (?P<place>[A-ZÀ-Þ][\w'’-]*(?:,? (?:de |am |an der |upon |la )?[A-ZÀ-Þ][\w'’-]*){{0,3}}?){_SINCE}{_WITH}{_END}", _home, case=True),
    _form(rf"^(?i:(?:i|we)(?: currently| now)? (?:live|am living|are living|reside) in|(?:i|we)['’](?:m|re) (?:currently |now )?living in) (?P<place>(?:an? (?:small |big |little )?(?:village|town|city|flat|house)\b[^,.]*|(?:the )?[A-ZÀ-Þ][\w'’-]*(?:,? (?:de |am |an der |la )?[A-ZÀ-Þ][\w'’-]*){{0,3}}?)){_SINCE}{_WITH}{_END}", _home, case=True),
    _form(rf"^(?i:(?:i|we)(?:['’]ve| have) (?:lived|been living) in) (?P<place>[A-ZÀ-Þ][\w'’ -]*?) (?P<since>since .*?){_END}", _home, case=True),
    _form(rf"{_I_AM} (?P<how>severely |very |highly |extremely )?allergic to (?!anything|nothing|something|work)(?P<what>[^,.]+){_END}", _as("allergy", "Allergic to {what}")),
    _form(rf"^i have an? (?P<what>[\w-]+(?: [\w-]+)?) allergy{_END}", _as("allergy", "Allergic to {what}")),
    _form(rf"^i (?:can['’]?t|cannot|can not) eat (?!anything|that|this|it|more|now|any more)(?P<what>[^,.]+){_END}", _as("diet", "Cannot eat {what}")),
    _form(rf"^i(?: currently| now)? work as (?!if)(?P<what>an? [^,.]+){_END}", _work),
    _form(rf"^i(?: currently| now)? work (?P<where>(?:at|for) (?!home|night|it|this|the (?:moment|best))[^,.]+?)(?: now)?{_END}", _as("workplace", "Works {where}", "Works (?:at|for) ")),
    _form(rf"{_I_AM} (?P<what>an? (?!(?:awful|good|great|terrible|bad|big|huge|decent|lousy|better|pretty)\b)(?:[a-z-]+ ){{0,2}}(?:{_WORK})(?: (?:at|for|in) [^,.]+)?){_END}", _work),
    _form(rf"{_I_AM} (?:an? )?(?P<what>vegetarian|vegan|pescatarian){_END}", _as("diet", "Diet: {what}", "Diet: ")),
    _form(rf"^my birthday is (?:on )?(?:the )?(?P<day>[^?]*\d[^?]*){_END}", _as("birthday", "Birthday: {day}", "Birthday: ")),
    _form(rf"^my (?P<kin>{_KIN})['’]s birthday is (?:on )?(?:the )?(?P<day>[^?]*\d[^?]*){_END}", lambda m: iter([Fact(f"{m['kin']} birthday", f"{m['kin'].capitalize()}'s birthday: {m['day'].strip(' .!')}", outdates=f"{m['kin']}'s birthday: ")])),
    _form(rf"^i was (?P<born>born (?:on|in) [^,]+(?:, \d{{4}})?(?: in [^,.]+)?){_END}", lambda m: iter([Fact("born", m["born"][0].upper() + m["born"][1:].rstrip(" .!"), outdates="Born ")])),
    _form(rf"(?:{_I_AM}|^i(?: just| have| recently)* turned) (?P<age>\d{{1,3}})(?: years old)?{_END}", _as("age", "Age: {age}", "Age: ")),
    _form(rf"^i (?:really |also |absolutely )*(?:like|love|enjoy|adore) {_POINTING}(?P<what>[^,?]+?){_END}", _taste("Likes")),
    _form(rf"^i (?:really |also |absolutely )*(?:hate|dislike|detest|can['’]?t stand|cannot stand|don['’]t like|do not like) {_POINTING}(?P<what>[^,?]+?){_END}", _taste("Dislikes")),
    _form(rf"^i (?:usually |generally |much |always )*prefer {_POINTING}(?P<what>[^?]+?){_END}", _taste("Prefers")),
    _form(rf"^my (?P<what>(?:new |current )?(?:{_OWNED})) is (?:now )?(?!not|what|how|why|the problem|wrong|full|slow)(?P<value>[^?]+?){_END}", _owned),
    _form(rf"^(?i:my) (?P<kin>(?i:{_KIN}))(?:(?i:['’]s name is| is called| is named)|(?i: is)) (?P<name>{_NAME})(?P<rest>){_END}", _relation, case=True),
    _form(rf"^(?i:(?:i|we) have an?|i['’]ve got an?) (?P<kin>(?i:{_KIN}))(?:(?i: named| called)|,) (?P<name>{_NAME})(?P<rest>){_END}", _relation, case=True),
    _form(rf"^(?i:my) (?P<kin>(?i:{_KIN}))(?: (?P<name>{_NAME}))? (?P<rest>{_AGES}{_PREDICATE}[^,?]*){_END}", _relation, case=True),
    _form(rf"^(?:i|we) have (?P<what>(?:an?|one|two|three|four|five|six) (?:\w+ )?(?:cats?|dogs?|child|children|kids|sons?|daughters?|sisters?|brothers?|horses?|rabbits?)){_END}", _as("family", "Has {what}")),
    _form(rf"^i (?:can )?speak (?P<what>(?:fluent |some |a little )?[A-Z]\w+[^?]*){_END}", _as("languages", "Speaks {what}", "Speaks ")),
    _form(rf"{_I_AM} married to (?P<who>[^,.]+){_END}", _as("marriage", "Married to {who}", "Married to ")),
    _form(rf"^(?:i study|i am studying|i['’]m studying) (?!the |this|that|for|it|hard)(?P<what>[^,.]+){_END}", _as("studies", "Studies {what}", "Studies ")),
    _form(rf"^i have (?P<what>{_ILLNESS}){_END}", _as("health", "Has {what}")),
    _form(rf"^i take (?P<what>[\w-]+(?: \d+ ?m?g)? (?:once|twice|(?:three|two) times) (?:a|per) (?:day|week)|\d+ ?m[gl] (?:of )?[^,.]+){_END}", _as("medicine", "Takes {what}")),
    _form(rf"{_I_AM.replace('i am', '(?i:i am)').replace('i[', '(?i:i)[')} (?i:originally )?from (?P<where>[A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ][\w'’-]*)*){_END}", _as("origin", "From {where}", "From "), case=True),
    _form(rf"{_I_AM} (?P<what>left-handed|right-handed|colou?r-?blind|deaf|blind|pregnant|divorced|widowed|lactose intolerant|gluten intolerant|diabetic){_END}", _as("trait", "Is {what}")),
)  # fmt: skip

_HAN_KIN: Final = "妹妹|姐姐|弟弟|哥哥|妈妈|母亲|爸爸|父亲|女儿|儿子|老公|老婆|丈夫|妻子|太太|女朋友|男朋友|爷爷|奶奶|外公|外婆|姥姥|老板|同事|室友|邻居|朋友|家?的?狗|家?的?猫|狗|猫"
_HAN_OWNED: Final = "电话号码|电话|手机号码|手机号|邮箱|地址|车牌号|护照号|鞋码|血型|最喜欢的[^是]{1,6}"
_HAN_WORK: Final = "医生|护士|老师|教师|程序员|工程师|律师|设计师|学生|会计|厨师|司机|记者|作家|翻译|画家|演员|警察|教授|研究员|销售|经理|摄影师|音乐家|农民|退休教师"
_HAN_NOT_LIKED: Final = "(?!你|这|那|他|她|它|您)"


def _han_relation(match: re.Match[str]) -> Iterator[Fact]:
    kin = re.sub("^家?的?", "", match["kin"])
    if name := match.groupdict().get("name"):
        yield Fact(kin, f"{kin}：{name}", outdates=f"{kin}：")
    if rest := match.groupdict().get("rest"):
        yield Fact(f"{kin}{rest}", f"{kin}{rest}", outdates=f"{kin}住在" if rest.startswith("住在") else "")


def _han_home(match: re.Match[str]) -> Iterator[Fact]:
    yield Fact("home", f"住在{match['place']}", match.groupdict().get("since") or "", "住在|Lives in ")


HAN: Final[Sequence[Form]] = (
    _form(r"^我(?:的名字)?(?:叫做?|名叫|的名字是|名字叫|是叫)(?!你|他|她|了|什么|外卖|车|人)(?P<name>[\u4e00-\u9fff·]{2,4}|[A-Z][\w ]*)$", _as("name", "姓名：{name}", "姓名：|Name: ")),
    _form(r"^我姓(?P<name>[\u4e00-\u9fff]{1,2})$", _as("surname", "姓：{name}", "姓：")),
    _form(r"^(?:请|就|你可以|可以|以后|你就)*叫我(?!起|吃|做|去|别|了)(?P<name>[\u4e00-\u9fffA-Za-z]{2,4}?)(?:就行|就好|就可以|吧)?了?$", _as("called", "称呼：{name}", "称呼：|Called: ")),
    _form(r"^我?(?P<since>上个月|去年|今年|昨天|上周|前年|\d{4}年(?:\d+月)?)?(?:我)?(?:刚刚?|已经)?搬(?:家)?(?:到|去)了?(?P<place>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:来)?了?$", _han_home),
    _form(r"^我?(?:现在|目前|一直)?住在?(?!哪)(?P<place>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:了)?$", _han_home),
    _form(r"^我?对(?!什么)(?P<what>[^不]{1,12})过敏$", _as("allergy", "对{what}过敏")),
    _form(rf"^我是(?:一名|一个|一位|个|名)?(?P<what>[\u4e00-\u9fff]{{0,4}}(?:{_HAN_WORK}))$", _as("work", "职业：{what}", "职业：")),
    _form(r"^我?(?P<what>在(?:一家|一所)?[^工等你]{2,10}(?:工作|上班))$", _as("workplace", "{what}", "在.*(?:工作|上班)")),
    _form(r"^我的?生日是(?P<day>[^？]*[日号月]?)$", _as("birthday", "生日：{day}", "生日：|Birthday: ")),
    _form(r"^我?(?:今年)?(?P<age>\d{1,3}|[一二三四五六七八九十两]{1,4})岁了?$", _as("age", "年龄：{age}岁", "年龄：|Age: ")),
    _form(rf"^我(?:很|最|非常|特别|也|平时)*喜欢{_HAN_NOT_LIKED}(?!的)(?P<what>[^的？]+|[^？]+(?<!的))$", _as("taste", "喜欢{what}")),
    _form(rf"^我(?:很|最|非常|特别|也)*(?:讨厌){_HAN_NOT_LIKED}(?P<what>.+)$", _as("taste", "讨厌{what}")),
    _form(rf"^我(?:很|最|非常|特别|也)*不喜欢{_HAN_NOT_LIKED}(?P<what>.+)$", _as("taste", "不喜欢{what}")),
    _form(r"^我(?:从来)?(?P<what>不(?:能)?吃(?!了|饭|这|那).+)$", _as("diet", "{what}")),
    _form(r"^我(?P<what>吃(?:素|全素))$", _as("diet", "{what}")),
    _form(rf"^我(?P<kin>{_HAN_KIN})(?:的名字)?(?:叫|是叫|名叫)(?!你|我|他|她)(?P<name>[\u4e00-\u9fffA-Za-z]{{2,5}})$", _han_relation),
    _form(rf"^我(?P<kin>{_HAN_KIN})(?P<rest>(?:住在|在[^？]{{2,8}}(?:工作|上班|上学|读大学)|今年[^？]+岁|是(?:一名|个)?(?:{_HAN_WORK})|对.+过敏)[^？]*)$", _han_relation),
    _form(r"^我家?(?P<what>(?:养了|有)[一两二三四五]?(?:只|条|个)(?:猫|狗|孩子|女儿|儿子|妹妹|弟弟|哥哥|姐姐))$", _as("family", "{what}")),
    _form(rf"^我的?(?P<what>{_HAN_OWNED})是(?!什么)(?P<value>[^？]+)$", lambda m: iter([Fact(m["what"], f"{m['what']}：{m['value']}", outdates=f"{m['what']}：")])),
    _form(r"^我(?P<what>会说[^？]+[语话文])$", _as("languages", "{what}", "会说")),
    _form(r"^我(?:更|比较)?(?P<what>更喜欢.+)$", _as("taste", "{what}")),
    _form(r"^我(?P<what>更喜欢(?!这|那|你).+)$", _as("taste", "{what}")),
    _form(r"^我(?P<what>有(?:糖尿病|高血压|哮喘|心脏病|鼻炎|胃病|关节炎|偏头痛|失眠))$", _as("health", "{what}")),
    _form(r"^我(?:来自|是从)(?P<where>[\u4e00-\u9fffA-Za-z]{2,8})(?:来的)?$", _as("origin", "来自{where}", "来自|From ")),
    _form(r"^我(?:已经)?(?:结婚了|已婚)$", _as("marriage", "已婚", "未婚")),
)  # fmt: skip


def matched(clause: str, forms: Sequence[Form], *, first: bool) -> Iterator[Fact]:
    """The facts of the first form that the whole clause has. In Chinese a clause behind another may leave out the subject."""
    for pattern, maker in forms:
        match = pattern.match(clause) or (None if first or forms is ENGLISH else pattern.match(f"我{clause}"))
        if match:
            yield from maker(match)
            return
