"""Chat templates: what they put around contents, whatever they refuse, and contents that can never become markup."""

from __future__ import annotations

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.chat_template import ChatTemplate

CHATML = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
STRICT = (
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}"
    "{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('roles must alternate') }}{% endif %}"
    "{% if m.role == 'user' %}[INST] {{ m.content | trim }} [/INST]{% else %} {{ m.content | trim }}</s>{% endif %}{% endfor %}"
)
ROLES = ("system", "function", "user", "assistant", "function", "user")


def joined(template: ChatTemplate, roles: tuple[str, ...]) -> str:
    """The rendered conversation with a letter for each content."""
    fragments = template.fragments(roles)
    contents = [*"abcdefgh"[: len(roles)], ""]
    return "".join(f + c for f, c in zip(fragments, contents, strict=True))


def test_neighbours_of_one_role_are_one_turn() -> None:
    assert joined(ChatTemplate(CHATML, name="m"), ROLES) == (
        "<|im_start|>system\na<|im_end|>\n<|im_start|>user\nb\n\nc<|im_end|>\n<|im_start|>assistant\nd<|im_end|>\n"
        "<|im_start|>user\ne\n\nf<|im_end|>\n<|im_start|>assistant\n"
    )


def test_a_template_that_refuses_system_and_neighbours_is_served() -> None:
    template = ChatTemplate(STRICT, name="m", bos="<s>")
    assert joined(template, ROLES) == "<s>[INST] a\n\nb\n\nc [/INST]d</s>[INST] e\n\nf [/INST]"


def test_a_longer_conversation_begins_as_the_shorter_one() -> None:
    for source in (CHATML, STRICT):
        template = ChatTemplate(source, name="m")
        short = joined(template, ("system", "user"))
        assert joined(template, ("system", "user", "assistant", "function")).startswith(short)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "has no chat template"),
        ("  \n", "has no chat template"),
        ("{% for %}", "cannot be read"),
        ("{{ messages[0].content }}", "cannot render a conversation"),
        ("{{ raise_exception('never') }}", "cannot render a conversation (never)"),
        ("{{ ''.__class__.__mro__ }}", "cannot render a conversation"),
    ],
)
def test_a_template_that_cannot_serve_is_a_sentence(source: str, sentence: str) -> None:
    """letta 490: nobody knew which wrapper a model needs."""
    with pytest.raises(EnvironmentFault) as caught:
        ChatTemplate(source, name="some model")
    assert "some model" in str(caught.value)
    assert sentence in str(caught.value)


def test_the_date_is_there_for_templates_that_ask() -> None:
    assert joined(ChatTemplate("{{ strftime_now('%Y')[:2] }}" + CHATML, name="m"), ("user",)).startswith("20<|im_start|>")
