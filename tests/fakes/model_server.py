"""A model on loopback that says what a script says, in the way of OpenAI's Chat Completions, and keeps each prompt."""

import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Prompt:
    """One question as it went over the wire."""

    system: str
    user: str
    key: str
    raw: bytes

    @property
    def whole(self):
        return f"{self.system}\n{self.user}"


@dataclass
class ScriptedModel:
    """`answer` is called with the prompt and gives a JSON value, a text, or (status, text) for an error."""

    answer: object = field(default=lambda prompt: {"findings": []})
    prompts: list = field(default_factory=list)
    url: str = ""

    def inputs(self, *, model="openai:scripted"):
        """The action's inputs for this server."""
        return {"model": model, "model-api-key": "k-1", "model-base-url": self.url}


@contextmanager
def scripted_model():
    """Serves until the block ends."""
    model = ScriptedModel()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            prompt = _prompt(raw, self.headers.get("Authorization", ""))
            model.prompts.append(prompt)
            said = model.answer(prompt)
            status, text = said if isinstance(said, tuple) else (200, said)
            text = text if isinstance(text, str) else json.dumps(text)
            body = json.dumps(_completion(text) if status == 200 else {"error": {"message": text}}).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _prompt(raw, key):
    messages = json.loads(raw)["messages"]
    system = "\n".join(one["content"] for one in messages if one["role"] == "system")
    user = "\n".join(str(one["content"]) for one in messages if one["role"] != "system")
    return Prompt(system=system, user=user, key=key.removeprefix("Bearer "), raw=raw)


def _completion(text):
    return {
        "id": "c-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
