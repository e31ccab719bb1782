"""Families of templates: each speaks as its models were trained, is found by vocabulary or name, and keeps the beginning of a prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_mem.inference.chat_template import ChatTemplate
from desktop_mem.inference.gguf import read_header
from desktop_mem.inference.template_families import BY_NAME, FAMILIES, family_of
from tests.inference.gguf_writer import chat_model

ROLES = ("system", "user", "assistant", "function")
# What a conversation of S(ystem), U(ser), A(ssistant) and F(unction result) has to look like, from the public descriptions.
EXPECTED = {
    "ChatML": "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\nA<|im_end|>\n"
    "<|im_start|>user\nF<|im_end|>\n<|im_start|>assistant\n",
    "Llama 2": "<s>[INST] <<SYS>>\nS\n<</SYS>>\n\nU [/INST]A </s><s>[INST] F [/INST]",
    "Llama 3": "<s><|start_header_id|>system<|end_header_id|>\n\nS<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nU<|eot_id|>"
    "<|start_header_id|>assistant<|end_header_id|>\n\nA<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nF<|eot_id|>"
    "<|start_header_id|>assistant<|end_header_id|>\n\n",
    "Mistral": "<s>[INST] S\n\nU [/INST]A</s>[INST] F [/INST]",
    "Gemma": "<s><start_of_turn>user\nS\n\nU<end_of_turn>\n<start_of_turn>model\nA<end_of_turn>\n<start_of_turn>user\nF<end_of_turn>\n"
    "<start_of_turn>model\n",
    "Phi-3": "<|system|>\nS<|end|>\n<|user|>\nU<|end|>\n<|assistant|>\nA<|end|>\n<|user|>\nF<|end|>\n<|assistant|>\n",
    "Phi-4": "<|im_start|>system<|im_sep|>S<|im_end|><|im_start|>user<|im_sep|>U<|im_end|><|im_start|>assistant<|im_sep|>A<|im_end|>"
    "<|im_start|>user<|im_sep|>F<|im_end|><|im_start|>assistant<|im_sep|>",
    "Zephyr": "<|system|>\nS</s>\n<|user|>\nU</s>\n<|assistant|>\nA</s>\n<|user|>\nF</s>\n<|assistant|>\n",
    "Vicuna": "<s>S\nUSER: U\nASSISTANT:A</s>USER: F\nASSISTANT:",
    "Alpaca": "<s>S\n\n### Instruction:\nU\n\n### Response:\nA\n\n### Instruction:\nF\n\n### Response:\n",
    "DeepSeek": "<s>S<｜User｜>U<｜Assistant｜>A</s><｜User｜>F<｜Assistant｜>",
    "Granite": "<|start_of_role|>system<|end_of_role|>S<|end_of_text|>\n<|start_of_role|>user<|end_of_role|>U<|end_of_text|>\n"
    "<|start_of_role|>assistant<|end_of_role|>A<|end_of_text|>\n<|start_of_role|>user<|end_of_role|>F<|end_of_text|>\n"
    "<|start_of_role|>assistant<|end_of_role|>",
    "Command R": "<s><|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>S<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|USER_TOKEN|>U"
    "<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>A<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|USER_TOKEN|>F"
    "<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>",
}
EXPECTED["Qwen"] = EXPECTED["ChatML"]


@pytest.mark.parametrize("family", FAMILIES, ids=[family.name for family in FAMILIES])
def test_each_family_speaks_as_its_models_were_trained(family) -> None:
    """gpt4all 3264: a template that is close, but not the one that the model knows, makes garbage."""
    template = ChatTemplate(family.template, name=family.name, bos="<s>", eos="</s>")
    fragments = template.fragments(ROLES)
    assert "".join(map("".join, zip(fragments, ("S", "U", "A", "F", ""), strict=True))) == EXPECTED[family.name]
    assert template.prefix_holds


@pytest.mark.parametrize(
    ("tokens", "name", "family"),
    [
        (["<|start_header_id|>", "<|eot_id|>"], "", "Llama 3"),
        (["<start_of_turn>", "<end_of_turn>"], "", "Gemma"),
        (["<|im_start|>", "<|im_end|>", "<|im_sep|>"], "", "Phi-4"),
        (["<|im_start|>", "<|im_end|>"], "Mistral 7B Instruct", "ChatML"),
        (["<|user|>", "<|assistant|>", "<|end|>"], "", "Phi-3"),
        (["<｜User｜>", "<｜Assistant｜>"], "", "DeepSeek"),
        (["<|start_of_role|>", "<|end_of_role|>"], "", "Granite"),
        (["<|START_OF_TURN_TOKEN|>", "<|CHATBOT_TOKEN|>"], "", "Command R"),
        (["a"], "Mistral 7B Instruct v0.2", "Mistral"),
        (["a"], "mixtral_8x7b_instruct", "Mistral"),
        (["a"], "Llama 2 13B Chat", "Llama 2"),
        (["a"], "zephyr-7b-beta", "Zephyr"),
        (["a"], "vicuna-13b-v1.5", "Vicuna"),
        (["a"], "Alpaca", "Alpaca"),
        (["a"], "Mistral 7B v0.1", None),
        (["a"], "Something new", None),
    ],
)
def test_a_family_is_told_by_its_tokens_and_then_by_its_name(tmp_path: Path, tokens: list[str], name: str, family: str | None) -> None:
    path = chat_model(tokenizer__ggml__tokens=["<s>", "</s>", *tokens], general__name=name).write(tmp_path / "m.gguf")
    found = family_of(read_header(path))
    assert (found.name if found else None) == family


def test_the_name_of_the_file_counts_where_the_file_says_nothing(tmp_path: Path) -> None:
    path = chat_model(tokenizer__ggml__tokens=["a"], general__name=None).write(tmp_path / "Mistral-7B-Instruct-v0.3.Q4_K_M.gguf")
    found = family_of(read_header(path), path.stem)
    assert found is BY_NAME["mistral"]
