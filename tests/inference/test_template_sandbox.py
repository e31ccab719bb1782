"""The sandbox of templates: what the templates of models need works, and what would never end or fill the memory is cut short."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from jinja2 import TemplateError

from desktop_mem.inference.template_sandbox import LONGEST_SOURCE, Sandbox

NOW = datetime(2026, 7, 4, 15, 30, tzinfo=UTC)


def render(source: str, **variables: object) -> str:
    sandbox = Sandbox()
    return sandbox.render(sandbox.compiled(source), variables, NOW)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ strftime_now('%d %b %Y') }}", "04 Jul 2026"),
        ("{{ date_string }} {{ today }}", "04 Jul 2026 2026-07-04"),
        ("{{ {'a': '猫 <b>'} | tojson }}", '{"a": "猫 <b>"}'),
        ("{{ [1] | tojson(indent=2) }}", "[\n  1\n]"),
        ("{% for i in range(9) %}{% if i == 2 %}{% continue %}{% endif %}{% if i == 4 %}{% break %}{% endif %}{{ i }}{% endfor %}", "013"),
        ("{% for m in ms %}{{ loop.index0 ~ m ~ loop.last }} {% endfor %}", "0aFalse 1bTrue "),
        ("{% set ns = namespace(n=0) %}{% for m in ms if m == 'b' %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}", "1"),
        ("{% macro twice(x) %}{{ x ~ x }}{% endmacro %}{{ twice('ab') }}", "abab"),
        ("{% generation %}kept{% endgeneration %}", "kept"),
        ("{{ 'a' ~ 1 ~ none }}{{ 2 * 3 }}{{ '-' * 3 }}{{ 7 % 2 }}", "a1None6---1"),
        ("{{ ms[1:] | join(',') }}{{ ' x ' | trim }}{{ 'a-b'.split('-')[-1] }}{{ undefined_thing is defined }}", "bxbFalse"),
        ("{%- for i in range(2) -%}\n  x\n{%- endfor -%}", "xx"),
    ],
)
def test_what_templates_of_models_use(source: str, text: str) -> None:
    assert render(source, ms=["a", "b"]) == text


MILLION = "{% set x = 'x' * 1000000 %}"


@pytest.mark.parametrize(
    "hostile",
    [
        "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
        "{% for a in range(9999) %}{% for b in range(9999) if b < 0 %}{% endfor %}{% endfor %}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{{ 'a' * 1000000000 }}",
        "{{ 10 ** 10 ** 10 }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ '{:>1000000000}'.format('x') }}",
        "{{ 'x'.ljust(1000000000) }}",
        "{{ 'x' | indent(1000000000, true) }}",
        "{{ [1] | tojson(indent=1000000000) }}",
        "{{ strftime_now('%1000000000Y') }}",
        "{% set ns = namespace(x='aa') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
        "{% set ns = namespace(x=[1]) %}{% for i in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
        "{% set ns = namespace(x=9) %}{% for i in range(99) %}{% set ns.x = ns.x * ns.x %}{% endfor %}" * 9,
        MILLION + "{{ x.replace('x', x) }}",
        MILLION + "{{ x | replace('x', x) }}",
        MILLION + "{% for i in range(9999) %}{{ x }}{% endfor %}",
        MILLION + "{% set y %}{% for i in range(9999) %}{{ x }}{% endfor %}{% endset %}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ lipsum() }}",
        "{% include 'x' %}",
        "{{ missing.attribute.of_it }}",
        "{{ raise_exception('no') }}",
    ],
)
def test_what_would_never_end_or_fill_the_memory_is_cut_short(hostile: str) -> None:
    started = time.monotonic()
    with pytest.raises(TemplateError):
        render(hostile)
    assert time.monotonic() - started < 5


def test_a_template_that_is_too_long_or_too_deep_is_refused() -> None:
    with pytest.raises(TemplateError, match="longer than"):
        render("x" * (LONGEST_SOURCE + 1))
    with pytest.raises(TemplateError):
        render("{{ " + "(" * 30_000 + "1" + ")" * 30_000 + " }}")
