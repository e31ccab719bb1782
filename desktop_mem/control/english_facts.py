"""How people state facts about themselves in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from desktop_mem.control.fact_forms import Fact, Form, Maker, entry, form

_NAME: Final = r"[A-ZÀ-Þ][\w'’.-]*(?: [A-ZÀ-Þ][\w'’.-]*){0,3}"
_KIN: Final = (
    r"(?:step)?(?:mother|mum|mom|father|dad|sister|brother|son|daughter|wife|husband|partner|fianc[ée]e?|"
    r"girlfriend|boyfriend|grandmother|grandma"
    r"|grandfather|grandpa|aunt|uncle|cousin|niece|nephew|boss|manager|colleague|flatmate|roommate|neighbou?r|"
    r"best friend|dog|cat|doctor|dentist)(?:-in-law)?"
)
_OWNED: Final = (
    r"(?:phone|mobile|telephone|passport|account|customer|insurance|licen[cs]e|locker|flat|room|employee|"
    r"student) number|e-?mail(?: address)?|address"
    r"|shoe size|blood type|licen[cs]e plate|(?:favou?rite) [a-z]+(?: [a-z]+)?|nickname|middle name|last "
    r"name|surname|mother tongue|native language|job title|time zone"
)
_WORK: Final = (
    r"nurse|doctor|teacher|lawyer|engineer|developer|programmer|designer|student|architect|chef|cook|"
    r"pilot|writer|journalist|artist|musician|photographer"
    r"|accountant|analyst|scientist|researcher|professor|lecturer|manager|consultant|electrician|plumber|"
    r"carpenter|farmer|driver|translator|librarian"
    r"|dentist|pharmacist|therapist|psychologist|physicist|chemist|biologist|baker|waiter|waitress|barber|"
    r"hairdresser|mechanic|midwife|paramedic"
    r"|firefighter|police officer|secretary|salesperson|salesman|cashier|gardener|actor|actress|singer|"
    r"dancer|editor|vet|surgeon|social worker|freelancer"
)
_ILLNESS: Final = (
    r"(?:type [12] )?diabetes|asthma|epilepsy|migraines?|high blood pressure|arthritis|celiac disease|"
    r"coeliac disease|adhd|depression|insomnia"
    r"|an? [\w-]+ (?:intolerance|disorder|condition)|hay fever|psoriasis|eczema|tinnitus"
)
_POINTING: Final = (
    r"(?!(?:it|this|that|these|those|you|your|him|her|them|the (?:first|second|third|last|other|idea|"
    r"answer|way|sound)|how|what|to think|when|both|one)\b)"
)
_END: Final = r"[.!]*$"


_CONTEXTUAL: Final = re.compile(
    r"\b(?:it|its|it['’]s|this|that|that['’]s|these|those|you|your|yours|he|she|him|his|her|them|me|mine|"
    r"myself|but|their|hers|i|i['’]m|i['’]ve|there|here|when|if|how|what|ones?|such|same"
    r"|is|are|was|were|do|does|did|must|will|would|could|can)\b|[(:]|\.\.",
    re.IGNORECASE,
)
"""Words that make sense only beside what was said before, or that show that a sentence goes on."""
_OF_THE_MOMENT: Final = re.compile(
    r"(?:(?:to )?(?:hear|see|know|talk|chat|meet|think|say|feel)(?:ing)?\b|the (?!(?:sea|ocean|beach|"
    r"outdoors|mountains?|countryside|forest|woods|theatre|theater|opera|gym"
    r"|rain|snow|cold|heat|sun|winter|summer|autumn|spring|city|piano|guitar|violin|cello|colou?r)\b)(?-i:[a-z])"
    r"|some |more |another |(?:and|love|like)\b|to$)",
    re.IGNORECASE,
)
_LONGEST_TASTE: Final = 60


def _taste(word: str) -> Maker:
    """What somebody likes in general; what they like in the moment of the conversation is no fact about them."""

    def make(match: re.Match[str]) -> Iterator[Fact]:
        what = re.sub(
            r"[\s,]+(?:too|also|though|as well|(?:the )?best|a lot|(?:so|very) much|most|lol)$",
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


_ONLY_ONE: Final = frozenset(
    {
        "mother",
        "mum",
        "mom",
        "father",
        "dad",
        "husband",
        "wife",
        "partner",
        "fiancé",
        "fiancée",
        "fiance",
        "fiancee",
        "girlfriend",
        "boyfriend",
        "boss",
    }
)
"""A new name takes the place of the old one; of sisters and dogs one can have several."""


def _relation(match: re.Match[str]) -> Iterator[Fact]:
    kin, name, rest = match["kin"].lower(), match["name"] or "", match["rest"].strip(" ,.!")
    kin = kin[0].upper() + kin[1:]
    if name:
        yield Fact(kin, f"{kin}: {name}", outdates=f"{kin}: " if kin.lower() in _ONLY_ONE else "")
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
_SINCE: Final = (
    r"(?: (?P<since>(?:in |since )?(?:last|this) (?:week|month|year|winter|spring|summer|autumn)|(?:in|"
    r"since) (?:[A-Z][a-z]+ )?\d{4}|(?:in|since|last) [A-Z][a-z]+|yesterday|today|(?:\d+|two|three|four|"
    r"a few) (?:weeks|months|years) ago|a (?:week|month|year) ago))?"
)
_WITH: Final = r"(?: (?:with|together with|because|for work|now|already|and|to be|near my)\b.*)?"
_PREDICATE: Final = (
    r"(?:lives (?:in|at|with)|works (?:as|at|for|in)|studies|is (?:an? )?(?:" + _WORK + r")"
    r"|is (?:severely |very )?allergic to|speaks|likes|loves|hates|plays"
    r"|is (?:\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?|one|two|three|"
    r"four|five|six|seven|eight|nine|ten|[a-z]+teen|eleven|twelve)(?= years?|$)|was born|comes from|is from|has (?:" + _ILLNESS + r"))"
)
_AGES: Final = (
    r"(?!\b(?:is (?:angry|here|slow|sick|ill|tired|busy|happy|sad|away|late|great|nice|funny|well|fine|"
    r"ready|home|right|wrong|old|young|coming|out|back|in|on|mad|upset|asleep|awake|gone|dead|alone|strict|"
    r"kind|good|bad|okay|ok|crazy))\b)"
)

ENGLISH: Final[Sequence[Form]] = (
    form(
        rf"^(?:(?i:my (?:full |real |first )?name is|my name['’]s|i am called|i['’]m called)) (?P<name>{_NAME}){_END}",
        entry("name", "Name: {name}", "Name: "),
        case=True,
    ),
    form(
        rf"^(?:(?i:my (?:full |first )?name is|my name['’]s)) (?P<name>{_NAME}) (?i:and i need)\b.*$",
        entry("name", "Name: {name}", "Name: "),
        case=True,
    ),
    form(
        rf"^(?:(?i:i am|i['’]m)) (?P<name>(?!Sure|Sorry|Fine|Happy|Not|Just|So|Very|Back|Here|Done|Ready|Tired|"
        rf"Busy|From|In|At)[A-ZÀ-Þ][a-zà-þ]{{2,}}"
        rf"(?<!ese)(?<!ish)(?<!ian)(?<!ican)(?: [A-ZÀ-Þ][a-zà-þ]+)?){_END}",
        entry("name", "Name: {name}", "Name: "),
        case=True,
    ),
    form(
        rf"^(?i:(?:please |just |you can )*call me) (?P<name>(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?(?!Crazy|Ishmael)"
        rf"[A-ZÀ-Þ][\w'’-]*){_END}",
        entry("called", "Called: {name}", "Called: "),
        case=True,
    ),
    form(
        r"^(?i:(?:please |just |you can )*call me) (?P<name>[A-ZÀ-Þ][\w'’-]*), (?:not|everyone)\b.*$",
        entry("called", "Called: {name}", "Called: "),
        case=True,
    ),
    form(
        rf"^(?i:(?:i|we)(?:['’]ve| have)?(?: just| recently)? moved to) (?P<place>[A-ZÀ-Þ][\w'’-]*(?:,? (?:de "
        rf"|am |an der |upon |la )?[A-ZÀ-Þ][\w'’-]*){{0,3}}?){_SINCE}{_WITH}{_END}",
        _home,
        case=True,
    ),
    form(
        rf"^(?i:(?:i|we)(?: currently| now)? (?:live|am living|are living|reside) in|(?:i|we)['’](?:m|re) "
        rf"(?:currently |now )?living in) (?P<place>(?:an? (?:small |big |little )?(?:village|town|city|flat|"
        rf"house)\b[^,.]*|(?:the )?[A-ZÀ-Þ][\w'’-]*(?:,? (?:de |am |an der |la )?[A-ZÀ-Þ][\w'’-]*){{0,3}}?)"
        rf"){_SINCE}{_WITH}{_END}",
        _home,
        case=True,
    ),
    form(
        rf"^(?i:(?:i|we)(?:['’]ve| have) (?:lived|been living) in) (?P<place>[A-ZÀ-Þ][\w'’ -]*?) (?P<since>since .*?){_END}",
        _home,
        case=True,
    ),
    form(
        rf"{_I_AM} (?P<how>severely |very |highly |extremely )?allergic to (?!anything|nothing|something|work)"
        rf"(?P<what>[^,.]+){_END}",
        entry("allergy", "Allergic to {what}"),
    ),
    form(rf"^i have an? (?P<what>[\w-]+(?: [\w-]+)?) allergy{_END}", entry("allergy", "Allergic to {what}")),
    form(
        rf"^i (?:can['’]?t|cannot|can not) eat (?!anything|that|this|it|more|now|any more)(?P<what>[^,.]+){_END}",
        entry("diet", "Cannot eat {what}"),
    ),
    form(rf"^i(?: currently| now)? work as (?!if)(?P<what>an? [^,.]+){_END}", _work),
    form(
        rf"^i(?: currently| now)? work (?P<where>(?:at|for) (?!home|night|it|this|the (?:moment|best))[^,.]+?)"
        rf"(?: now)?{_END}",
        entry("workplace", "Works {where}", "Works (?:at|for) "),
    ),
    form(
        rf"{_I_AM} (?P<what>an? (?!(?:awful|good|great|terrible|bad|big|huge|decent|lousy|better|pretty)\b)"
        rf"(?:[a-z-]+ ){{0,2}}(?:{_WORK})(?: (?:at|for|in) [^,.]+)?){_END}",
        _work,
    ),
    form(rf"{_I_AM} (?:an? )?(?P<what>vegetarian|vegan|pescatarian){_END}", entry("diet", "Diet: {what}", "Diet: ")),
    form(rf"^my birthday is (?:on )?(?:the )?(?P<day>[^?]*\d[^?]*){_END}", entry("birthday", "Birthday: {day}", "Birthday: ")),
    form(
        rf"^my (?P<kin>{_KIN})['’]s birthday is (?:on )?(?:the )?(?P<day>[^?]*\d[^?]*){_END}",
        lambda m: iter(
            [
                Fact(
                    f"{m['kin']} birthday",
                    f"{m['kin'].capitalize()}'s birthday: {m['day'].strip(' .!')}",
                    outdates=f"{m['kin']}'s birthday: ",
                )
            ]
        ),
    ),
    form(
        rf"^i was (?P<born>born (?:on|in) [^,]+(?:, \d{{4}})?(?: in [^,.]+)?){_END}",
        lambda m: iter([Fact("born", m["born"][0].upper() + m["born"][1:].rstrip(" .!"), outdates="Born ")]),
    ),
    form(rf"(?:{_I_AM}|^i(?: just| have| recently)* turned) (?P<age>\d{{1,3}})(?: years old)?{_END}", entry("age", "Age: {age}", "Age: ")),
    form(rf"^i (?:really |also |absolutely )*(?:like|love|enjoy|adore) {_POINTING}(?P<what>[^,?]+?){_END}", _taste("Likes")),
    form(
        rf"^i (?:really |also |absolutely )*(?:hate|dislike|detest|can['’]?t stand|cannot stand|don['’]t like|"
        rf"do not like) {_POINTING}(?P<what>[^,?]+?){_END}",
        _taste("Dislikes"),
    ),
    form(rf"^i (?:usually |generally |much |always )*prefer {_POINTING}(?P<what>[^?]+?){_END}", _taste("Prefers")),
    form(
        rf"^my (?P<what>(?:new |current )?(?:{_OWNED})) is (?:now )?(?!not|what|how|why|the problem|wrong|"
        rf"full|slow)(?P<value>[^?]+?){_END}",
        _owned,
    ),
    form(
        rf"^(?i:my) (?P<kin>(?i:{_KIN}))(?:(?i:['’]s name is| is called| is named)|(?i: is)) (?P<name>{_NAME})"
        rf"(?P<rest>){_END}",
        _relation,
        case=True,
    ),
    form(
        rf"^(?i:(?:i|we) have an?|i['’]ve got an?) (?P<kin>(?i:{_KIN}))(?:(?i: named| called)|,) (?P<name>{_NAME})"
        rf"(?P<rest>){_END}",
        _relation,
        case=True,
    ),
    form(rf"^(?i:my) (?P<kin>(?i:{_KIN}))(?: (?P<name>{_NAME}))? (?P<rest>{_AGES}{_PREDICATE}[^,?]*){_END}", _relation, case=True),
    form(
        rf"^(?:i|we) have (?P<what>(?:an?|one|two|three|four|five|six) (?:\w+ )?(?:cats?|dogs?|child|children|"
        rf"kids|sons?|daughters?|sisters?|brothers?|horses?|rabbits?)){_END}",
        entry("family", "Has {what}"),
    ),
    form(rf"^i (?:can )?speak (?P<what>(?:fluent |some |a little )?[A-Z]\w+[^?]*){_END}", entry("languages", "Speaks {what}", "Speaks ")),
    form(rf"{_I_AM} married to (?P<who>[^,.]+){_END}", entry("marriage", "Married to {who}", "Married to ")),
    form(
        rf"^(?:i study|i am studying|i['’]m studying) (?!the |this|that|for|it|hard)(?P<what>[^,.]+){_END}",
        entry("studies", "Studies {what}", "Studies "),
    ),
    form(rf"^i have (?P<what>{_ILLNESS}){_END}", entry("health", "Has {what}")),
    form(
        rf"^i take (?P<what>[\w-]+(?: \d+ ?m?g)? (?:once|twice|(?:three|two) times) (?:a|per) (?:day|week)"
        rf"|\d+ ?m[gl] (?:of )?[^,.]+){_END}",
        entry("medicine", "Takes {what}"),
    ),
    form(
        rf"{_I_AM.replace('i am', '(?i:i am)').replace('i[', '(?i:i)[')} (?i:originally )?from (?P<where>[A-ZÀ-Þ][\w'’-]*(?"
        rf": [A-ZÀ-Þ][\w'’-]*)*){_END}",
        entry("origin", "From {where}", "From "),
        case=True,
    ),
    form(
        rf"{_I_AM} (?P<what>left-handed|right-handed|colou?r-?blind|deaf|blind|pregnant|divorced|widowed|lactose "
        rf"intolerant|gluten intolerant|diabetic){_END}",
        entry("trait", "Is {what}"),
    ),
)
