"""Requests for a reminder: asked for plainly, with a time; and what only looks like one."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_mem.control.reminder_request import ReminderRequest, read_request
from desktop_mem.errors import Refused
from desktop_mem.runtime.time_phrases import PhraseReader

PHRASES = PhraseReader()
NOW = datetime(2027, 4, 14, 14, 0).astimezone()

ASKED = [
    ("wake me up tomorrow at 6", "tomorrow at 6 in the morning", "wake me up tomorrow at 6"),
    ("wake me up at 7 pm", "at 7 pm", "wake me up at 7 pm"),
    ("wake me in 5 minutes", "in 5 minutes", "wake me in 5 minutes"),
    ("每天六点叫我起床", "每天六点早上", "起床"),
    ("remind me in 5 minutes to drink water", "in 5 minutes", "drink water"),
    ("Remind me to call Anna tomorrow at 8", "tomorrow at 8", "call Anna"),
    ("can you remind me every weekday at 9 about the stand-up?", "every weekday at 9", "the stand-up"),
    ("set a reminder for Friday at 3 pm: dentist", "Friday at 3 pm", "dentist"),
    ("提醒我明天下午三点开会", "明天下午三点", "开会"),
    ("五分钟后提醒我喝水", "五分钟后", "喝水"),
    ("每天早上七点叫我起床", "每天早上七点", "起床"),
    ("remind me tomorrow at quarter to six to call", "tomorrow at quarter to six", "call"),
    ("Remind me on Monday, 3 May, to go", "on Monday, 3 May", "go"),
    ("In 5 minutes, remind me to drink", "In 5 minutes", "drink"),
    ("Tomorrow at 8 please remind me that the car is due.", "Tomorrow at 8", "the car is due"),
    ("I have a dentist. Remind me tomorrow at 8.", "tomorrow at 8", "I have a dentist. Remind me tomorrow at 8."),
    ("remind me tomorrow", "tomorrow", "remind me tomorrow"),
    ("Please remind me at 5 p.m. to call Bob", "at 5 p.m.", "call Bob"),
    ("remind me tomorrow to call Anna at 5", "tomorrow", "call Anna at 5"),
    ("remind me to buy tickets for Friday's concert tomorrow", "tomorrow", "buy tickets for Friday's concert"),
    ("set a daily reminder at 9 to stretch", "daily at 9", "stretch"),
    ("set a reminder to call Anna on Friday", "on Friday", "call Anna"),
    ("set me a weekly reminder to water the plants", "weekly", "water the plants"),
    ("wake me up at 7", "at 7 in the morning", "wake me up at 7"),
    ("请在明天八点提醒我开会", "在明天八点", "开会"),
    ("能不能五分钟后提醒我喝水？", "五分钟后", "喝水"),
    ("设一个明天下午三点的提醒：开会", "明天下午三点", "开会"),
    ("帮我设个闹钟，明天早上七点", "明天早上七点", "帮我设个闹钟，明天早上七点"),
    ("提醒我五分钟后喝水", "五分钟后", "喝水"),
    ("明天下午三点提醒我", "明天下午三点", "明天下午三点提醒我"),
    ("明天提醒我下午三点开会", "明天", "下午三点开会"),
    ("Remind me in an hour and a quarter, to check the oven!", "in an hour and a quarter", "check the oven"),
    ("Remind me: call mom at 5pm", "at 5pm", "call mom"),
    ("I want you to remind me on the 1st of every month to pay rent", "on the 1st of every month", "pay rent"),
    (
        "could you set an alarm for 7:30 tomorrow please?",
        "7:30 tomorrow in the morning",
        "could you set an alarm for 7:30 tomorrow please?",
    ),
    ("remind me about the meeting with Tom in half an hour", "in half an hour", "the meeting with Tom"),
    ("remind me to read chapter 5 tomorrow", "tomorrow", "read chapter 5"),
    ("remind me in 5 minutes", "in 5 minutes", "remind me in 5 minutes"),
    ("Remind me at noon that lunch is at 12:30, thanks", "at noon", "lunch is at 12:30"),
    ("remind me tomorrow at 8 call mom", "tomorrow at 8", "call mom"),
    ("remind me 5pm to go home", "5pm", "go home"),
    ("remind me 17:45 to leave", "17:45", "leave"),
    ("记得明天提醒我买牛奶", "明天", "买牛奶"),
    ("每周一上午九点提醒我交周报", "每周一上午九点", "交周报"),
    ("下个月5号提醒我还信用卡", "下个月5号", "还信用卡"),
    ("Remind me next Monday at 10 a.m. to submit. It is important.", "next Monday at 10 a.m.", "submit. It is important"),
    ("REMIND ME TOMORROW AT 8 TO RUN", "TOMORROW AT 8", "RUN"),
    ("remind me to 🕗 tomorrow", "tomorrow", "🕗"),
    ("remind me in 2 hours about tomorrow's exam", "in 2 hours", "tomorrow's exam"),
    ("Could you please remind me the day after tomorrow to pay?", "the day after tomorrow", "pay"),
    ("remind me again tomorrow", "tomorrow", "remind me again tomorrow"),
    ("别忘了提醒我明天开会", "明天", "开会"),
    ("叫我明天起床", "明天早上", "起床"),
    ("明早七点叫醒我", "明早七点", "明早七点叫醒我"),
    ("remind me tonight at 9 of the film", "tonight at 9", "the film"),
    ("remind me to water plants every 3 days at 8 am", "every 3 days at 8 am", "water plants"),
    ("set a reminder tomorrow", "tomorrow", "set a reminder tomorrow"),
    ("设置一个每天早上七点的闹钟", "每天早上七点", "设置一个每天早上七点的闹钟"),
    ("請在明天下午三點提醒我開會", "在明天下午三點", "開會"),
    ("Hi, could you remind me in half an hour?", "in half an hour", "Hi, could you remind me in half an hour?"),
    ("Thanks! Remind me tomorrow at 8 to call", "tomorrow at 8", "call"),
    ("don't forget to remind me tomorrow to call", "tomorrow", "call"),
    ("set an alarm for 6:45", "6:45 in the morning", "set an alarm for 6:45"),
    ("Remind me, please, in 10 minutes to leave", "in 10 minutes", "leave"),
    ("remind me at ten to eight to leave", "at ten to eight", "leave"),
    ("remind me to call 030 1234567 at noon", "at noon", "call 030 1234567"),
    ("你能五分钟后提醒我喝水吗", "五分钟后", "喝水"),
    ("提醒我给老师打电话，明天上午十点", "明天上午十点", "给老师打电话"),
    ("每隔一天早上八点提醒我浇花", "每隔一天早上八点", "浇花"),
    ("半小时后叫醒我", "半小时后", "半小时后叫醒我"),
    ("remind me in an hour", "in an hour", "remind me in an hour"),
]
NOT_ASKED = [
    "you did not remind me",
    "what did I ask you to remind me of?",
    "Do I have reminders?",
    "remind me who Lena is",
    "don't remind me tomorrow",
    "Remind me on Friday, 3 May to go",
    "你昨天提醒我明天开会了吗",
    "提醒我什么",
    "叫我小明吧",
    "你没有提醒我",
    "remind me what I said on Friday",
    "why did you remind me tomorrow",
    "remind me of the 5 apples",
    "提醒我",
    "he told me to remind me tomorrow",
    "不要提醒我明天开会",
    "set the alarm to 7",
    "建议你提醒我",
    "我一定会提醒你明天开会",
    "The alarm tomorrow",
    "如果明天下雨，提醒我带伞",
    "if it rains tomorrow, remind me to go",
    "I told you to remind me tomorrow",
    "",
    "remind me tomorrow at 8 " + "x" * 2000,
]


@pytest.mark.parametrize(("text", "phrase", "message"), ASKED)
def test_the_time_and_what_it_is_about_are_read(text: str, phrase: str, message: str) -> None:
    assert read_request(text, PHRASES, NOW) == ReminderRequest(phrase, message)


@pytest.mark.parametrize("text", NOT_ASKED)
def test_what_only_looks_like_a_request_is_none(text: str) -> None:
    assert read_request(text, PHRASES, NOW) is None


WORDS = sorted({word for text, _, _ in ASKED for word in text.split()} | {"提醒我", "叫我", "设", "的提醒", ",", ":", "?", "\ud83d"})


@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)))
def test_what_is_read_can_be_set_or_is_refused_in_a_sentence(text: str) -> None:
    request = read_request(text, PHRASES, NOW)
    if request is not None:
        assert request.message.strip()
        try:
            due = PHRASES.parse(request.phrase, NOW).due
        except Refused:
            return
        assert due > NOW


@pytest.mark.parametrize(
    ("text", "phrase", "message"),
    [
        ("remind me to call mom", "", "call mom"),
        ("Please remind me at 25:00 to eat", "at 25:00", "eat"),
        ("remind me yesterday at 5 to eat", "yesterday at 5", "eat"),
        ("remind me later to buy milk.", "later", "buy milk"),
        ("remind me every day at 9 and 17 to eat", "every day at 9 and 17", "eat"),
        ("remind me by Friday to pay", "by Friday", "pay"),
        ("remind me on the 5th floor to look", "on the 5th floor", "look"),
        ("提醒我买牛奶", "", "买牛奶"),
    ],
)
def test_a_plain_request_without_a_time_that_can_be_read_keeps_what_stands_there(text: str, phrase: str, message: str) -> None:
    """The program then says that nothing was set, rather than let a model promise it."""
    assert read_request(text, PHRASES, NOW) == ReminderRequest(phrase, message)
    with pytest.raises(Refused):
        PHRASES.parse(phrase, NOW)
