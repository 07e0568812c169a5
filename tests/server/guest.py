"""guest.py: a house to visit, and guests of all manners, on nothing but Python's own library.

    with House(host, "messages_per_s=5") as house:      starts tests/server/net_host, ends it with SIGTERM
        guest = house.connect()                          a raw socket with a few words
        guest.send(b"GET /hello HTTP/1.1\\r\\n...")
        reply = guest.reply()                            one HTTP reply: .status .headers .body
        ws = house.websocket("/open")                    after a handshake
        ws.text("hi"); ws.frame()                        (opcode, payload, fin)

A test is a function named test_...; main() runs them all and prints TAP. The house must end with exit
code 0 after each test: a sanitizer's finding or a broken promise fails the test that caused it."""
import base64
import hashlib
import os
import signal
import socket
import ssl
import struct
import subprocess
import sys
import time
import traceback

PATIENCE = 60.0  # seconds: for a loaded machine; what is waited for should come at once
KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Reply:
    def __init__(self, status: int, headers: dict, body: bytes):
        self.status, self.headers, self.body = status, headers, body


class Guest:
    """A connection. What was read too much stays in self.seen."""

    def __init__(self, sock):
        self.sock, self.seen = sock, b""
        sock.settimeout(PATIENCE)

    def send(self, data: bytes):
        self.sock.sendall(data)

    def get(self, path: str, *headers: str, method="GET", body=b""):
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        return self.reply(method == "HEAD")

    def more(self) -> bool:
        """Read; False at the end."""
        data = self.sock.recv(65536)
        self.seen += data
        return bool(data)

    def take(self, n: int) -> bytes:
        while len(self.seen) < n:
            if not self.more():
                raise EOFError(f"the house hung up after {self.seen[:200]!r}")
        data, self.seen = self.seen[:n], self.seen[n:]
        return data

    def reply(self, is_head=False) -> Reply:
        while b"\r\n\r\n" not in self.seen:
            if not self.more():
                raise EOFError(f"the house hung up after {self.seen[:200]!r}")
        head, self.seen = self.seen.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, value = line.split(": ", 1)
            headers[name.lower()] = value
        status = int(first.split()[1])
        n = 0 if is_head else int(headers.get("content-length", "0"))
        return Reply(status, headers, self.take(n))

    def ended(self) -> bool:
        """Does the house hang up (or reset) without another word?"""
        try:
            return not self.seen and not self.more()
        except ConnectionResetError:
            return True

    def rest(self) -> bytes:
        """All there is until the end."""
        try:
            while self.more():
                pass
        except ConnectionResetError:
            pass
        data, self.seen = self.seen, b""
        return data

    def close(self):
        self.sock.close()

    def reset(self):
        """Go without saying goodbye."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    # -- WebSocket

    def text(self, text, fin=True, opcode=1):
        data = text.encode() if isinstance(text, str) else text
        self.send(frame(opcode, data, fin))

    def frame(self):
        first, second = self.take(2)
        n = second & 127
        if n == 126:
            (n,) = struct.unpack(">H", self.take(2))
        elif n == 127:
            (n,) = struct.unpack(">Q", self.take(8))
        assert second < 128, "a house does not mask"
        return first & 15, self.take(n), bool(first & 128)

    def hear(self) -> str:
        """The next message; pings are answered."""
        while True:
            opcode, data, fin = self.frame()
            if opcode == 9:
                self.send(frame(10, data))
            else:
                assert opcode == 1 and fin, (opcode, data)
                return data.decode()

    def closing(self):
        """The close frame that must come next, as (code, reason)."""
        opcode, data, _ = self.frame()
        assert opcode == 8, (opcode, data)
        return (struct.unpack(">H", data[:2])[0], data[2:].decode()) if data else (1005, "")


def frame(opcode: int, data: bytes, fin=True, mask=b"\x01\x02\x03\x04", rsv=0, length=None) -> bytes:
    """A frame; length lies about it; mask None leaves it out."""
    n = len(data) if length is None else length
    head = bytes([(128 if fin else 0) | rsv << 4 | opcode])
    bit = 128 if mask is not None else 0
    if n < 126:
        head += bytes([bit | n])
    elif n < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", n)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", n)
    if mask is None:
        return head + data
    key = (mask * (len(data) // 4 + 1))[: len(data)]
    masked = (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(len(data), "big")
    return head + mask + masked


def handshake(path="/open", *headers: str, version="13", key=KEY.decode(), method="GET",
              host="localhost", protocol="speakeasy.1") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket",
             "Connection: keep-alive, Upgrade", f"Sec-WebSocket-Key: {key}",
             f"Sec-WebSocket-Version: {version}"]
    if protocol:
        lines.append(f"Sec-WebSocket-Protocol: chat, {protocol}")
    return "\r\n".join([*lines, *headers]).encode() + b"\r\n\r\n"


class House:
    host = ""  # the program; main() sets it
    is_slow = False  # built with sanitizers: fewer guests, more memory

    def __init__(self, *words: str, files=0):
        before = None
        if files:
            import resource

            def before():
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        self.process = subprocess.Popen([self.host, *words], stdout=subprocess.PIPE, text=True,
                                        preexec_fn=before)
        self.addresses = []
        for line in self.process.stdout:
            if line == "\n":
                break
            self.addresses.append(line.strip())
        assert self.addresses, "the house did not open"

    def where(self, i=0):
        host, port = self.addresses[i].split("://")[1].rsplit(":", 1)
        return host.strip("[]"), int(port)

    def connect(self, i=0, buffer=0) -> Guest:
        if not buffer:
            return Guest(socket.create_connection(self.where(i), PATIENCE))
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        sock.connect(self.where(i))
        return Guest(sock)

    def secure(self, cert: str) -> Guest:
        context = ssl.create_default_context(cafile=cert)
        return Guest(context.wrap_socket(socket.create_connection(self.where(), PATIENCE),
                                         server_hostname="localhost"))

    def websocket(self, path="/open", *headers: str, guest=None, buffer=0) -> Guest:
        guest = guest or self.connect(buffer=buffer)
        guest.send(handshake(path, *headers))
        reply = guest.reply()
        assert reply.status == 101, (reply.status, reply.body)
        accept = base64.b64encode(hashlib.sha1(KEY + GUID).digest()).decode()
        assert reply.headers["sec-websocket-accept"] == accept
        assert reply.headers["sec-websocket-protocol"] == "speakeasy.1"
        return guest

    def metrics(self) -> dict:
        guest = self.connect()
        text = guest.get("/metrics").body.decode()
        guest.close()
        lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
        return {name.removeprefix("speakeasy_net_"): int(n) for name, n in lines}

    def refusals(self, reason: str) -> int:
        return self.metrics()[f'refusals_total{{reason="{reason}"}}']

    def memory_kb(self) -> int:
        guest = self.connect()
        kb = int(guest.get("/memory").body)
        guest.close()
        return kb

    def signal(self, number):
        self.process.send_signal(number)

    def end(self) -> str:
        """SIGTERM; what it said since the start. It must go in time and without a complaint."""
        start = time.monotonic()
        self.signal(signal.SIGTERM)
        said, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, f"the house ended with {self.process.returncode}"
        assert said.endswith("drained\n"), said
        self.seconds = time.monotonic() - start
        return said

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if self.process.poll() is None and kind is None:
            self.end()
        elif self.process.poll() is None:
            self.process.kill()
        self.process.stdout.close()
        self.process.wait()
        if kind is None and self.process.returncode != 0:
            raise AssertionError(f"the house ended with {self.process.returncode}")


def eventually(true, what="it") -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, f"{what} did not happen"
        time.sleep(0.02)


def main(tests: dict) -> None:
    House.host = os.path.abspath(sys.argv[1])
    with open(House.host, "rb") as f:
        House.is_slow = b"__asan_init" in f.read()
    only = sys.argv[2:]
    names = [name for name in tests if name.startswith("test_") and (not only or name in only)]
    failed = False
    print(f"1..{len(names)}", flush=True)
    for i, name in enumerate(names, 1):
        start = time.monotonic()
        try:
            tests[name]()
            print(f"ok {i} - {name[5:]}", flush=True)
        except Exception:  # the next test goes on
            failed = True
            print(f"not ok {i} - {name[5:]}", flush=True)
            for line in traceback.format_exc().splitlines():
                print(f"# {line}", flush=True)
        print(f"# {time.monotonic() - start:.1f} s", flush=True)
    sys.exit(failed)
