"""Judges reviews by a model: `make eval`, or `python -m evals --model openai:gpt-5-mini`.

Each case is reviewed twice by the action itself, against a GitHub in a box: with what it was taught, and without.
Without `--model` a scripted model answers, which obeys nothing but its prompt; then every threshold is perfection.
The key comes from BUDDY_MODEL_API_KEY, else from the provider's own variable.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict

from evals.case import Case, read_cases
from evals.scripted import answer
from evals.trial import Setting, run_trial
from evals.verdict import Summary, Thresholds, Verdict, failures, judge_case, summed
from tests.fakes.model_server import scripted_model

PERFECT = Thresholds(found=1.0, silent=1.0, lift=1.0, repeats=0, again=0, noise=0.0)
MODEST = Thresholds(found=0.6, silent=0.9, lift=0.5, repeats=0, again=None, noise=1.0)
"""For a real model, which misses some and says more; options change each one."""


def main(arguments: Sequence[str] | None = None, environment: Mapping[str, str] = os.environ) -> int:
    """0 when every threshold is met, 1 when not, 2 for wrong use."""
    options = _parser(environment).parse_args(arguments)
    cases = read_cases(wanted=options.cases)
    with ExitStack() as stack:
        if options.model:
            setting = Setting(inputs=_inputs(options.model, options.base_url, environment))
        else:
            server = stack.enter_context(scripted_model())
            server.answer = lambda prompt: answer(prompt.system, prompt.user)
            setting = Setting(inputs=server.inputs(), process=options.processes)
        verdicts = evaluate(cases, setting)
    wanted = _thresholds(options, MODEST if options.model else PERFECT)
    failed = failures(summed(verdicts), wanted)
    name = options.model or "scripted"
    if options.format == "json":
        print(json.dumps(report(name, verdicts, failed), indent=2))
    else:
        print(table(name, verdicts, failed))
    return 1 if failed else 0


def evaluate(cases: Sequence[Case], setting: Setting) -> list[Verdict]:
    """One after the other, so that a provider's limits are met once."""
    return [
        judge_case(
            case,
            taught=run_trial(case, setting, memory=True),
            untaught=run_trial(case, setting, memory=False),
        )
        for case in cases
    ]


def report(model: str, verdicts: Sequence[Verdict], failed: Sequence[str]) -> dict[str, object]:
    """For machines, with stable keys."""
    return {
        "schema": 1,
        "model": model,
        "cases": [asdict(one) for one in verdicts],
        "sum": asdict(summed(verdicts)),
        "failed": list(failed),
    }


def table(model: str, verdicts: Sequence[Verdict], failed: Sequence[str]) -> str:
    """For people, as Markdown; what went wrong stands below."""
    rows = [
        "| case | found | silent | lift | repeats | again | noise | tokens | cost |",
        "|---|---|---|---|---|---|---|---|---|",
        *(_row(one) for one in verdicts),
        _total(summed(verdicts)),
    ]
    wrong = [f"- {one.name}: {what}" for one in verdicts for what in (*one.troubles, *one.wrong)]
    end = [f"Failed: {sentence}." for sentence in failed] or ["Every threshold is met."]
    return "\n".join([f"Model: {model}", "", *rows, "", *wrong, *([""] if wrong else []), *end])


def _row(one: Verdict) -> str:
    cells = (
        one.name,
        f"{one.found}/{one.expected}",
        f"{one.kept}/{one.silences}",
        f"{one.lifted}/{one.taught}",
        one.repeats,
        one.again,
        one.noise,
        one.tokens,
        _price(one.dollars),
    )
    return f"| {' | '.join(map(str, cells))} |"


def _total(one: Summary) -> str:
    cells = (
        f"all {one.cases}",
        f"{one.found:.0%}",
        f"{one.silent:.0%}",
        f"{one.lift:.0%}",
        one.repeats,
        one.again,
        f"{one.noise:.2f} a PR",
        one.tokens,
        _price(one.dollars),
    )
    return f"| {' | '.join(map(str, cells))} |"


def _price(dollars: float | None) -> str:
    return "unknown" if dollars is None else f"${dollars:.4f}"


def _inputs(model: str, base_url: str | None, environment: Mapping[str, str]) -> dict[str, str]:
    own = f"{model.partition(':')[0].upper()}_API_KEY"
    key = environment.get("BUDDY_MODEL_API_KEY") or environment.get(own) or ""
    return {"model": model, "model-api-key": key, "model-base-url": base_url or ""}


def _thresholds(options: argparse.Namespace, usual: Thresholds) -> Thresholds:
    given = {name: getattr(options, name) for name in asdict(usual) if getattr(options, name) is not None}
    return Thresholds(**{**asdict(usual), **given})


def _parser(environment: Mapping[str, str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="evals", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default=environment.get("BUDDY_EVAL_MODEL"), help="provider:name; else a script")
    parser.add_argument("--base-url", default=environment.get("BUDDY_EVAL_BASE_URL"), help="where it answers")
    parser.add_argument("--cases", default="*", metavar="GLOB", help="only cases of this name")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("--processes", action="store_true", help="a process for each run, also for the script")
    for name, kind in (("found", float), ("silent", float), ("lift", float)):
        parser.add_argument(f"--min-{name}", dest=name, type=kind, metavar="SHARE", help="0 to 1")
    for name, kind in (("repeats", int), ("again", int), ("noise", float)):
        parser.add_argument(f"--max-{name}", dest=name, type=kind, metavar="COUNT")
    return parser


if __name__ == "__main__":
    sys.exit(main())
