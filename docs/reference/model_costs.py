"""The table of what a review by model costs: measured prompts of three sizes, times the prices of the lock file."""

from decimal import Decimal
from importlib.metadata import version

from genai_prices import Usage, calc_price

from bench.model import SIZES, prompts

MODELS = (
    ("openai", "gpt-5-mini"),
    ("openai", "gpt-5"),
    ("anthropic", "claude-haiku-4-5"),
    ("anthropic", "claude-sonnet-5"),
)
ANSWER = 500
"""Tokens of an answer with a handful of findings."""


def page() -> str:
    """Markdown, written anew by `make docs`."""
    measured = prompts()
    shapes = {size: f"{files} files, {files * hunks} hunks" for size, (files, hunks, _) in SIZES.items()}
    parts = [part for part in measured["small"] if part not in ("questions", "total")]
    return "\n".join(
        [
            "# What a review by model costs",
            "",
            "Written by `make docs` from `bench/model.py` and the prices of"
            f" genai-prices {version('genai-prices')}; a provider's bill is what counts.",
            "",
            "## Tokens of the prompt, by part",
            "",
            "Estimated, of a first review; a later one shows only what changed since.",
            "",
            f"| part | {' | '.join(f'{size}: {shape}' for size, shape in shapes.items())} |",
            f"|---|{'---|' * len(shapes)}",
            f"| questions | {' | '.join(str(measured[size]['questions']) for size in shapes)} |",
            *(f"| {part} | {' | '.join(f'{measured[size][part]:,}' for size in shapes)} |" for part in parts),
            f"| **all** | {' | '.join(f'{_total(measured[size]):,}' for size in shapes)} |",
            "",
            "## US dollars a review",
            "",
            f"With {ANSWER} tokens answered to each question.",
            "",
            f"| model | {' | '.join(shapes)} |",
            f"|---|{'---|' * len(shapes)}",
            *(_row(provider, model, measured) for provider, model in MODELS),
            "",
            "`ai.maxInputTokens` bounds the diff, `ai.maxTokens` and `ai.maxDollars` the run:"
            " [set a model up](../how-to/model.md#what-it-may-spend).",
            "",
        ]
    )


def _total(parts: dict[str, int]) -> int:
    return sum(size for part, size in parts.items() if part not in ("questions", "total"))


def _row(provider: str, model: str, measured: dict[str, dict[str, int]]) -> str:
    prices = []
    for parts in measured.values():
        usage = Usage(input_tokens=_total(parts), output_tokens=ANSWER * parts["questions"])
        price = calc_price(usage, model_ref=model, provider_id=provider).total_price
        prices.append(f"{price.quantize(Decimal('0.0001'))}")
    return f"| `{provider}:{model}` | {' | '.join(prices)} |"
