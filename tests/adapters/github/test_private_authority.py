"""API-04: a GitHub server whose certificate comes from an authority of its own (docs/how-to/enterprise-server.md)."""

import json
import os
import ssl
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

ROOT = Path(__file__).parents[3]
ASK = """
import sys
sys.path.insert(0, sys.argv[1])
from pydantic import SecretStr
from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.pace import Pace
from buddy.app.ports import Refusal

client = Client(repository="octo/widgets", token=SecretStr("t"), base_url=sys.argv[2], pace=Pace(total_wait=0))
try:
    print(GithubHost(client).branch("main").sha)
except Refusal as refusal:
    print(refusal)
"""


class Answer(BaseHTTPRequestHandler):
    """One branch, whatever is asked."""

    def do_GET(self):
        body = json.dumps({"name": "main", "commit": {"sha": "a" * 40}, "protected": False}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def certificate(tmp_path):
    """A file with a certificate for localhost that nobody knows, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "ca.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return path


@pytest.fixture
def server(certificate):
    listening = HTTPServer(("127.0.0.1", 0), Answer)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    listening.socket = context.wrap_socket(listening.socket, server_side=True)
    thread = threading.Thread(target=listening.serve_forever, daemon=True)
    thread.start()
    yield f"https://localhost:{listening.server_port}/api/v3"
    listening.shutdown()
    listening.server_close()
    thread.join()


def ask(address, **environment):
    """As the image starts Python: isolated, so that no variable of Python's counts."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", ASK, str(ROOT), address],
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_authority_named_by_the_variable_is_believed(server, certificate):
    assert ask(server, REQUESTS_CA_BUNDLE=str(certificate)) == "a" * 40


def test_without_it_the_server_is_refused_with_the_word_to_look_for(server):
    assert "SSLError" in ask(server)
