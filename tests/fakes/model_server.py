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
    """`answer` is called with the prompt and gives a JSON value, a text, or (status, text) for an error.

    Bytes are a whole body, None is a lost connection.
    """

    answer: object = field(default=lambda prompt: {"findings": []})
    prompts: list = field(default_factory=list)
    url: str = ""

    def inputs(self, *, model="openai:scripted"):
        """The action's inputs for this server."""
        return {"model": model, "model-api-key": "k-1", "model-base-url": self.url}


def said(line=9, quote="    return None", **more):
    """A finding as a model puts it, about a line of the usual story's head."""
    usual = {"path": "src/app.py", "line": line, "quote": quote, "severity": "major", "category": "logic"}
    return {**usual, "message": "stop() gives nothing back, so that its caller cannot know whether it ended.", **more}


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
            if said is None:
                self.close_connection = True
                return
            status, text = said if isinstance(said, tuple) else (200, said)
            body = text if isinstance(text, bytes) else _body(status, text)
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


def _body(status, said):
    text = said if isinstance(said, str) else json.dumps(said)
    return json.dumps(completion(text) if status == 200 else {"error": {"message": text}}).encode()


def completion(text, *, finish="stop", **message):
    """A whole answer of Chat Completions."""
    return {
        "id": "c-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text} | message}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
