"""alert_post.py: where alerts go in tests: a push service and webhook that decrypts what it is sent, and a mail server (Debian's
aiosmtpd), all on loopback, with a certificate of their own. For Debian's python3, whose packages these are."""
import base64
import email
import email.policy
import hashlib
import hmac
import http.server
import json
import os
import ssl
import subprocess
import threading
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

POINT = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint


def spell(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unspell(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def certificate(folder: str) -> tuple:
    """For localhost, and nobody else trusts it."""
    cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", cert, "-days", "30", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
    return cert, key


class Browser:
    """A subscription, and what only its browser can do: read what was sent to it (RFC 8291)."""

    def __init__(self, endpoint: str):
        self.endpoint, self.key, self.secret = endpoint, ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.public = self.key.public_key().public_bytes(*POINT)

    def subscription(self) -> dict:
        return {"endpoint": self.endpoint, "p256dh": spell(self.public), "auth": spell(self.secret), "name": "Test"}

    def read(self, body: bytes) -> dict:
        salt, sender, sealed = body[:16], body[21:86], body[86:]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))

        def derive(start, salt, info, n):
            return HKDF(hashes.SHA256(), n, salt, info).derive(start)
        seed = derive(shared, self.secret, b"WebPush: info\0" + self.public + sender, 32)
        key = derive(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(seed, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text[-1:] == b"\2", text
        return json.loads(text[:-1])


def check_vapid(authorization: str, origin: str, key: str) -> None:
    """Who sends it, as a push service checks that (RFC 8292)."""
    fields = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert fields["k"] == key
    head, claims, signature = fields["t"].split(".")
    raw = unspell(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unspell(key))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said = json.loads(unspell(claims))
    assert said["aud"] == origin and time.time() < said["exp"] <= time.time() + 24 * 3600, said
    assert said["sub"].startswith(("mailto:", "https://")), said


def check_signature(header: str, body: bytes, secret: str) -> None:
    at, mac = (part.split("=")[1] for part in header.split(","))
    assert abs(time.time() - int(at)) < 300, header
    assert hmac.compare_digest(mac, hmac.new(unspell(secret), f"{at}.".encode() + body, hashlib.sha256).hexdigest())


class Post:
    """The HTTP side: keeps what comes, with when it came; 'status' and 'delay' are how it answers."""

    def __init__(self, cert: str, key: str):
        self.got, self.status, self.delay = [], 201, 0.0
        post = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                post.got.append((time.time(), self.path, self.headers, body))
                time.sleep(post.delay)
                self.send_response(post.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.origin = f"https://localhost:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Mailbox:
    """A mail server that takes mail from the house alone, and only over TLS."""

    def __init__(self, cert: str, key: str):
        self.got, self.refuse = [], ""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        box = self

        class Handler:
            async def handle_RCPT(self, server, session, envelope, address, options):
                if box.refuse:
                    return box.refuse
                envelope.rcpt_tos.append(address)
                return "250 OK"

            async def handle_DATA(self, server, session, envelope):
                assert session.ssl is not None
                box.got.append((envelope.mail_from, envelope.rcpt_tos,
                                email.message_from_bytes(envelope.content, policy=email.policy.default)))
                return "250 OK"

        def check(server, session, envelope, mechanism, data):
            return AuthResult(success=(data.login, data.password) == (b"house", b"pass word"))
        self.controller = Controller(Handler(), hostname="127.0.0.1", port=0, tls_context=context, require_starttls=True,
                                     authenticator=check, auth_required=True)
        self.controller.port = free_port()
        self.controller.start()
        self.url = f"smtp://house:pass%20word@localhost:{self.controller.port}"

    def close(self) -> None:
        self.controller.stop()


def free_port() -> int:
    import socket
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def main() -> None:
    """A mail server for a test in another language: one line of JSON with its URL and certificate, then one for each mail."""
    import sys
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        cert, key = certificate(folder)
        box = Mailbox(cert, key)
        print(json.dumps({"url": box.url, "ca": cert}), flush=True)
        told, ended = 0, threading.Event()
        threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
        while not ended.wait(0.05):  # until whoever started us is gone
            for _, to, mail in box.got[told:]:
                print(json.dumps({"to": to, "subject": mail["Subject"], "text": mail.get_content()}), flush=True)
                told += 1
        box.close()


if __name__ == "__main__":
    main()
