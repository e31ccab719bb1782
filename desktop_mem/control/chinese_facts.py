"""How people state facts about themselves in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from desktop_mem.control.fact_forms import Fact, Form, entry, form, matched

_HAN_KIN: Final = (
    "妹妹|姐姐|弟弟|哥哥|妈妈|母亲|爸爸|父亲|女儿|儿子|老公|老婆|丈夫|妻子|太太|女朋友|男朋友"
    "|爷爷|奶奶|外公|外婆|姥姥|老板|同事|室友|邻居|朋友|家?的?狗|家?的?猫|狗|猫"
)
_HAN_OWNED: Final = "电话号码|电话|手机号码|手机号|邮箱|地址|车牌号|护照号|鞋码|血型|最喜欢的[^是]{1,6}"
_HAN_WORK: Final = (
    "医生|护士|老师|教师|程序员|工程师|律师|设计师|学生|会计|厨师|司机|记者|作家"
    "|翻译|画家|演员|警察|教授|研究员|销售|经理|摄影师|音乐家|农民|退休教师"
)
_HAN_NOT_LIKED: Final = "(?!你|这|那|他|她|它|您)"


_HAN_ONLY_ONE: Final = frozenset({"妈妈", "母亲", "爸爸", "父亲", "老公", "老婆", "丈夫", "妻子", "太太", "女朋友", "男朋友", "老板"})


def _kin_of(match: re.Match[str]) -> str:
    return re.sub("^家?的?", "", match["kin"])


def _han_relation(match: re.Match[str]) -> Iterator[Fact]:
    kin = _kin_of(match)
    if name := match.groupdict().get("name"):
        yield Fact(kin, f"{kin}：{name}", outdates=f"{kin}：" if kin in _HAN_ONLY_ONE else "")
    if rest := match.groupdict().get("rest"):
        yield Fact(f"{kin}{rest}", f"{kin}{rest}", outdates=f"{kin}住在" if rest.startswith("住在") else "")


def _han_home(match: re.Match[str]) -> Iterator[Fact]:
    yield Fact("home", f"住在{match['place']}", match.groupdict().get("since") or "", "住在|Lives in ")


CHINESE: Final[Sequence[Form]] = (
    form(
        r"^我(?:的名字)?(?:叫做?|名叫|的名字是|名字叫|是叫)(?!你|他|她|了|什么|外卖|车|人)(?P<name>[\u4e00-\u9fff·]{2,4}|[A-Z][\w ]*)$",
        entry("name", "姓名：{name}", "姓名：|Name: "),
    ),
    form(r"^我姓(?P<name>[\u4e00-\u9fff]{1,2})$", entry("surname", "姓：{name}", "姓：")),
    form(
        r"^(?:请|就|你可以|可以|以后|你就)*叫我(?!起|吃|做|去|别|了)(?P<name>[\u4e00-\u9fffA-Za-z]{2,4}?)(?:就行|就好|就可以|吧)?了?$",
        entry("called", "称呼：{name}", "称呼：|Called: "),
    ),
    form(
        r"^我?(?P<since>上个月|去年|今年|昨天|上周|前年|\d{4}年(?:\d+月)?)?(?:我)?(?:刚刚?|已经)?搬(?:家)?(?:到|去)了?(?P<place>[\u4e00-\u9fffA-Za-z"
        r"]{2,8}?)(?:来)?了?$",
        _han_home,
    ),
    form(r"^我?(?:现在|目前|一直)?住在?(?!哪)(?P<place>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:了)?$", _han_home),
    form(r"^我?对(?!什么)(?P<what>[^不]{1,12})过敏$", entry("allergy", "对{what}过敏")),
    form(rf"^我是(?:一名|一个|一位|个|名)?(?P<what>[\u4e00-\u9fff]{{0,4}}(?:{_HAN_WORK}))$", entry("work", "职业：{what}", "职业：")),
    form(r"^我?(?P<what>在(?:一家|一所)?[^工等你]{2,10}(?:工作|上班))$", entry("workplace", "{what}", "在.*(?:工作|上班)")),
    form(r"^我的?生日是(?P<day>[^？]*[日号月]?)$", entry("birthday", "生日：{day}", "生日：|Birthday: ")),
    form(r"^我?(?:今年)?(?P<age>\d{1,3}|[一二三四五六七八九十两]{1,4})岁了?$", entry("age", "年龄：{age}岁", "年龄：|Age: ")),
    form(rf"^我(?:很|最|非常|特别|也|平时)*喜欢{_HAN_NOT_LIKED}(?!的)(?P<what>[^的？]+|[^？]+(?<!的))$", entry("taste", "喜欢{what}")),
    form(rf"^我(?:很|最|非常|特别|也)*(?:讨厌){_HAN_NOT_LIKED}(?P<what>.+)$", entry("taste", "讨厌{what}")),
    form(rf"^我(?:很|最|非常|特别|也)*不喜欢{_HAN_NOT_LIKED}(?P<what>.+)$", entry("taste", "不喜欢{what}")),
    form(r"^我(?:从来)?(?P<what>不(?:能)?吃(?!了|饭|这|那).+)$", entry("diet", "{what}")),
    form(r"^我(?P<what>吃(?:素|全素))$", entry("diet", "{what}")),
    form(rf"^我(?P<kin>{_HAN_KIN})(?:的名字)?(?:叫|是叫|名叫)(?!你|我|他|她)(?P<name>[\u4e00-\u9fffA-Za-z]{{2,5}})$", _han_relation),
    form(
        rf"^我(?P<kin>{_HAN_KIN})(?P<rest>(?:住在|在[^？]{{2,8}}(?:工作|上班|上学|读大学)|今年[^？]+岁|是(?:一名|个)?(?:{_HAN_WORK})"
        rf"|对.+过敏)[^？]*)$",
        _han_relation,
    ),
    form(r"^我家?(?P<what>(?:养了|有)[一两二三四五]?(?:只|条|个)(?:猫|狗|孩子|女儿|儿子|妹妹|弟弟|哥哥|姐姐))$", entry("family", "{what}")),
    form(
        rf"^我的?(?P<what>{_HAN_OWNED})是(?!什么)(?P<value>[^？]+)$",
        lambda m: iter([Fact(m["what"], f"{m['what']}：{m['value']}", outdates=f"{m['what']}：")]),
    ),
    form(r"^我(?P<what>会说[^？]+[语话文])$", entry("languages", "{what}", "会说")),
    form(r"^我(?:更|比较)?(?P<what>更喜欢.+)$", entry("taste", "{what}")),
    form(r"^我(?P<what>更喜欢(?!这|那|你).+)$", entry("taste", "{what}")),
    form(r"^我(?P<what>有(?:糖尿病|高血压|哮喘|心脏病|鼻炎|胃病|关节炎|偏头痛|失眠))$", entry("health", "{what}")),
    form(r"^我(?:来自|是从)(?P<where>[\u4e00-\u9fffA-Za-z]{2,8})(?:来的)?$", entry("origin", "来自{where}", "来自|From ")),
    form(r"^我(?:已经)?(?:结婚了|已婚)$", entry("marriage", "已婚", "未婚")),
)

_OF_KIN: Final = re.compile(rf"^我(?:的|家的?)?(?P<kin>{_HAN_KIN})")
_HAS_KIN: Final = re.compile(rf"有(?:一?[个只条位名])?(?P<kin>{_HAN_KIN})$")
_ANOTHER: Final = re.compile(rf"[他她它你您]|{_HAN_KIN}")
_OF_USER: Final = re.compile("^我(?=[叫姓是在住有来去到从会喜爱讨不也很最更特非刚今现目已想能可吃喝做工搬出毕读养每经平])")


def in_chinese(clause: str, subject: str | None) -> Iterator[Fact]:
    """The facts of a clause; behind others it may leave out its subject (see `subject_after`)."""
    if clause.startswith("我") or "叫我" in clause:
        return matched(clause, CHINESE)
    return iter(()) if subject is None else matched(clause, CHINESE, subject)


def subject_after(clause: str, subject: str | None, *, stated: bool) -> str | None:
    """Whom the next clause is about if it does not say: the user (我) or one of their people (我弟弟); None when nobody knows.

    `subject` is what was so before this clause (empty: it is the first), `stated` whether the clause gave a fact.
    """
    if kin := _OF_KIN.match(clause) or _HAS_KIN.search(clause):
        return f"我{_kin_of(kin)}"
    if _ANOTHER.search(clause):
        return None
    if _OF_USER.match(clause):
        return "我"
    return (subject or "我") if stated else None
