"""Chat templates by family, for files that bring none: which family a model is of is told by its special tokens, then by its name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_mem.inference.gguf import GgufHeader

# Written for this program after the public descriptions of each format; contents are stripped as the models were trained.
_MARKED_TURNS = (
    "{{% for m in messages %}}{{{{ {before} + {role} + {between} + m.content | trim + {after} }}}}{{% endfor %}}"
    "{{% if add_generation_prompt %}}{{{{ {before} + {answer} + {opening} }}}}{{% endif %}}"
)


def _marked(before: str, between: str, after: str, *, answer: str = "assistant", first: str = "") -> str:
    """A format in which every turn has the same marks around its role and its content."""
    role = "m.role" if answer == "assistant" else f"({answer!r} if m.role == 'assistant' else m.role)"
    turns = _MARKED_TURNS.format(
        before=repr(before), role=role, between=repr(between), after=repr(after), answer=repr(answer), opening=repr(between)
    )
    return first + turns


def _named(system: str, user: str, answer: str, *, end: str, glue: str = "", first: str = "") -> str:
    """A format in which each role has an opening of its own, such as `USER: `; `end` closes an answer, `glue` stands between turns."""
    return (
        first + "{% for m in messages %}"
        f"{{% if m.role == 'system' %}}{{{{ {system!r} + m.content | trim + {glue!r} }}}}"
        f"{{% elif m.role == 'user' %}}{{{{ {user!r} + m.content | trim + {glue!r} }}}}"
        f"{{% else %}}{{{{ {answer!r} + m.content | trim + {end} }}}}{{% endif %}}{{% endfor %}}"
        f"{{% if add_generation_prompt %}}{{{{ {answer.rstrip(' ')!r} }}}}{{% endif %}}"
    )


_INST_ALTERNATES = (
    "{% if m.role == 'system' or (m.role == 'user') == (loop.index0 % 2 == 1) %}"
    "{{ raise_exception('user and assistant have to take turns') }}{% endif %}"
)
_BOS = "{{ bos_token }}"
_LLAMA_2 = (
    "{% set ns = namespace(system='') %}{% for m in messages %}"
    "{% if m.role == 'system' %}{% set ns.system = '<<SYS>>\\n' ~ m.content | trim ~ '\\n<</SYS>>\\n\\n' %}"
    "{% elif m.role == 'user' %}{{ bos_token + '[INST] ' + ns.system + m.content | trim + ' [/INST]' }}{% set ns.system = '' %}"
    "{% else %}{{ ' ' + m.content | trim + ' ' + eos_token }}{% endif %}{% endfor %}"
)
_MISTRAL = (
    _BOS + "{% for m in messages %}" + _INST_ALTERNATES + "{% if m.role == 'user' %}{{ '[INST] ' + m.content | trim + ' [/INST]' }}"
    "{% else %}{{ ' ' + m.content | trim + eos_token }}{% endif %}{% endfor %}"
)
_GEMMA = (
    _BOS + "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('there is no system role') }}{% endif %}"
    "{{ '<start_of_turn>' + ('model' if m.role == 'assistant' else 'user') + '\\n' + m.content | trim + '<end_of_turn>\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<start_of_turn>model\\n' }}{% endif %}"
)


@dataclass(frozen=True, slots=True)
class Family:
    """A template, with what tells that a model was trained on it: tokens that must all be in the vocabulary, or a pattern of the name."""

    name: str
    template: str
    tokens: tuple[str, ...] = ()
    pattern: str = ""


FAMILIES: tuple[Family, ...] = (
    Family("Llama 3", _marked("<|start_header_id|>", "<|end_header_id|>\n\n", "<|eot_id|>", first=_BOS), ("<|start_header_id|>",)),
    Family(
        "Granite",
        _marked("<|start_of_role|>", "<|end_of_role|>", "<|end_of_text|>\n"),
        ("<|start_of_role|>", "<|end_of_role|>"),
    ),
    Family(
        "Command R",
        _named(
            "<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>",
            "<|START_OF_TURN_TOKEN|><|USER_TOKEN|>",
            "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>",
            end="'<|END_OF_TURN_TOKEN|>'",
            glue="<|END_OF_TURN_TOKEN|>",
            first=_BOS,
        ),
        ("<|START_OF_TURN_TOKEN|>", "<|CHATBOT_TOKEN|>"),
    ),
    Family("Gemma", _GEMMA, ("<start_of_turn>", "<end_of_turn>")),
    Family(
        "DeepSeek",
        _named("", "<｜User｜>", "<｜Assistant｜>", end="eos_token", first=_BOS),
        ("<｜User｜>", "<｜Assistant｜>"),
    ),
    Family("Phi-4", _marked("<|im_start|>", "<|im_sep|>", "<|im_end|>"), ("<|im_start|>", "<|im_sep|>")),
    Family("ChatML", _marked("<|im_start|>", "\n", "<|im_end|>\n"), ("<|im_start|>", "<|im_end|>")),
    Family("Phi-3", _marked("<|", "|>\n", "<|end|>\n"), ("<|user|>", "<|assistant|>", "<|end|>")),
    Family(
        "Zephyr", _named("<|system|>\n", "<|user|>\n", "<|assistant|>\n", end="eos_token + '\\n'", glue="</s>\n"), (), r"zephyr|tinyllama"
    ),
    Family("Llama 2", _LLAMA_2, (), r"llama-?2\b.*chat|codellama.*instruct"),
    Family("Mistral", _MISTRAL, (), r"mi[sx]tral.*instruct"),
    Family("Qwen", _marked("<|im_start|>", "\n", "<|im_end|>\n"), (), r"qwen.*(chat|instruct)"),
    Family("Vicuna", _named("", "USER: ", "ASSISTANT: ", end="eos_token", glue="\n", first=_BOS), (), r"vicuna|wizardlm"),
    Family(
        "Alpaca",
        _named("", "### Instruction:\n", "### Response:\n", end="'\\n\\n'", glue="\n\n", first=_BOS),
        (),
        r"alpaca",
    ),
)
BY_NAME = {family.name.lower(): family for family in FAMILIES}


def family_of(header: GgufHeader, file_name: str = "") -> Family | None:
    """The family that the model was trained on, as far as its vocabulary or its names tell; None when they do not."""
    tokens = header.metadata.get("tokenizer.ggml.tokens", ())
    vocabulary = set(tokens) if isinstance(tokens, list) else set()
    for family in FAMILIES:
        if family.tokens and vocabulary.issuperset(family.tokens):
            return family
    names = " ".join((header.text("general.name"), header.text("general.basename"), header.text("general.finetune"), file_name)).lower()
    names = re.sub(r"[\s_]+", "-", names)
    return next((family for family in FAMILIES if family.pattern and re.search(family.pattern, names)), None)
