"""HTTP around the box: reads a request, lets hooks and faults have it, answers, writes the journal."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any
from urllib.parse import parse_qsl

from buddy.sandbox import dispatch
from buddy.sandbox.dispatch import Request
from buddy.sandbox.faults import Fault, Faults, Kind
from buddy.sandbox.journal import Entry, Journal
from buddy.sandbox.permissions import scopes_told
from buddy.sandbox.records import Token
from buddy.sandbox.refusal import UNDOCUMENTED, RefusedError
from buddy.sandbox.router import Answer
from buddy.sandbox.shapes.view import View
from buddy.sandbox.state import State


@dataclass(frozen=True, kw_only=True, slots=True)
class Arrival:
    """A request at the boundary, before anything has happened; `nth` counts from 1."""

    nth: int
    method: str
    path: str
    mutating: bool


Hook = Callable[[Arrival], None]


class Service:
    """What stands behind the socket; `before_request` may run a whole other client against the box.

    Requests made while the hook runs are answered, but neither counted for it nor handed to it.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.faults = Faults()
        self.journal = Journal()
        self.before_request: Hook | None = None
        self.crashes: list[Exception] = []
        self._arrived = 0
        self._inside_hook = False

    def restart_count(self) -> None:
        self._arrived = 0

    def handle(self, request: Request) -> tuple[int, dict[str, str], bytes] | None:
        """Status, headers and body of the answer; None where the connection is to be dropped."""
        self._arrive(request)
        fault = self.faults.meet(request.method, request.path, mutating=request.mutating)
        if fault is not None and fault.seconds:
            time.sleep(fault.seconds)
        with self.state.lock:
            token, answer = self._answer(request, fault)
            self.journal.record(_entry(request, token, answer, fault))
            if answer is None or (fault is not None and fault.kind is Kind.LOSE_ANSWER):
                return None
            kind = "application/zip" if isinstance(answer.body, bytes) else "application/json; charset=utf-8"
            headers = {"Content-Type": kind, **self.state.limits.headers(token), **scopes_told(token), **answer.headers}
        return answer.status, headers, _encode(answer)

    def _arrive(self, request: Request) -> None:
        hook = self.before_request
        if hook is None or self._inside_hook:
            return
        self._arrived += 1
        self._inside_hook = True
        try:
            hook(Arrival(nth=self._arrived, method=request.method, path=request.path, mutating=request.mutating))
        except Exception as failure:
            self.crashes.append(failure)
        finally:
            self._inside_hook = False

    def _answer(self, request: Request, fault: Fault | None) -> tuple[Token | None, Answer | None]:
        token = None
        view = View(state=self.state, host=f"http://{request.headers.get('host', 'localhost')}")
        try:
            token = dispatch.authenticate(self.state, request)
            if fault is not None and fault.kind is Kind.DROP:
                return token, None
            if fault is not None and fault.kind is Kind.REFUSE:
                return token, Answer(status=fault.status, body=fault.body, headers=fault.headers)
            return token, dispatch.answer(view, request, token)
        except RefusedError as refusal:
            return token, Answer(status=refusal.status, body=refusal.body, headers=refusal.headers)
        except Exception as bug:
            # the client must not hang, and the test must hear of it: closing the box raises these
            self.crashes.append(bug)
            return token, Answer(status=500, body={"message": f"The sandbox has a bug: {bug!r}"})


class Server(ThreadingHTTPServer):
    """Listens on loopback unless told otherwise; port 0 takes a free one."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, service: Service, host: str, port: int) -> None:
        self.service = service
        self.connections: set[socket.socket] = set()
        super().__init__((host, port), _Handler)

    def server_bind(self) -> None:
        """Without asking the name service what this host is called: that can take seconds, and nobody wants to know."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    def server_close(self) -> None:
        """Hangs up on clients that keep their connection: nobody is served by a box that is closed."""
        super().server_close()
        for connection in list(self.connections):
            with suppress(OSError):  # the other side was faster
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up in the middle is its own business; all else is shown."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "sandbox"
    disable_nagle_algorithm = True
    server: Server

    def setup(self) -> None:
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self) -> None:
        self.server.connections.discard(self.connection)
        super().finish()

    def _serve(self) -> None:
        path, _, search = self.path.partition("?")
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        found = self.server.service.handle(
            Request(
                method=self.command,
                path=path,
                query=dict(parse_qsl(search, keep_blank_values=True)),
                headers={name.lower(): value for name, value in self.headers.items()},
                body=_decode(content),
            )
        )
        if found is None:
            self.close_connection = True
            return
        status, headers, body = found
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = _serve  # noqa: N815 - http.server's names

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
        """The journal is the log."""


def _entry(request: Request, token: Token | None, answer: Answer | None, fault: Fault | None) -> Entry:
    return Entry(
        method=request.method,
        path=request.path,
        query=dict(request.query),
        body=request.body,
        status=answer.status if answer else None,
        mutating=request.mutating,
        effect=answer.effect if answer else None,
        identity=token.identity if token else "anonymous",
        fault=fault.name if fault else None,
        undocumented=answer is not None and answer.status == UNDOCUMENTED,
    )


def _encode(answer: Answer) -> bytes:
    if isinstance(answer.body, bytes):
        return answer.body
    return b"" if answer.status in (204, 302) else json.dumps(answer.body).encode()


def _decode(content: bytes) -> Any:
    """The JSON of a body; None where there is none, the text where it is no JSON."""
    if not content:
        return None
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return content.decode("utf-8", "replace")
