"""From a configured name to a provider's model: key, address, and the API that it speaks."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from buddy.core.model.question import NoAnswer, Trouble

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_KEYLESS = "no-key-needed"
"""What a server of one's own is sent where it wants no key: the clients refuse an empty one."""


def provider_model(name: str, *, key: SecretStr | None, base_url: str | None) -> Model:
    """The model `provider:name`; raises `NoAnswer`.

    With a `base_url` an OpenAI-like provider is spoken to by Chat Completions, which every compatible server knows;
    only there a key may be missing. Without one the provider's own variable (`OPENAI_API_KEY` …) counts too.
    """
    provider, _, model = name.partition(":")
    if not provider or not model:
        raise NoAnswer(Trouble.UNKNOWN_MODEL)
    try:
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model
    except ImportError:
        raise NoAnswer(Trouble.NOT_INSTALLED) from None
    spoken = f"openai-chat:{model}" if base_url and provider == "openai" else name
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a provider that is being retired says so; the user hears its answer
            return infer_model(spoken, lambda wanted: _provider(wanted, key=key, base_url=base_url))
    except NoAnswer:
        raise
    except ImportError:
        raise NoAnswer(Trouble.NOT_INSTALLED, f"Provider {provider} needs a package of its own.") from None
    except (UserError, ValueError, TypeError) as error:
        raise NoAnswer(_why(error)) from None


def _provider(name: str, *, key: SecretStr | None, base_url: str | None) -> Any:
    from pydantic_ai.providers import infer_provider_class

    given: dict[str, str] = {}
    if base_url is not None:
        given["base_url"] = base_url
    if key is not None:
        given["api_key"] = key.get_secret_value()
    elif base_url is not None:
        given["api_key"] = _KEYLESS
    provider: Any = infer_provider_class(name)
    return provider(**given)


def _why(error: Exception) -> Trouble:
    """The library says a missing key in words only."""
    return (
        Trouble.NO_KEY if "api_key" in str(error).lower() or "api key" in str(error).lower() else Trouble.UNKNOWN_MODEL
    )
