#!/usr/bin/env python3
"""TLS, with a certificate made for the occasion by the openssl program."""
import os
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time

from guest import Guest, House, eventually, frame, main

QUICK = "requests_per_s=0", "handshakes_per_s=0", "messages_per_s=0", "bytes_per_s=0"


def make_certificate(folder: str, name="a"):
    cert, key = os.path.join(folder, f"{name}.crt"), os.path.join(folder, f"{name}.key")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    return cert, key


class Secure:
    """A folder with a certificate and a house that uses it."""

    def __init__(self, *words):
        self.folder = tempfile.mkdtemp()
        self.cert, self.key = make_certificate(self.folder)
        self.house = House(f"tls={self.cert},{self.key}", *QUICK, *words)

    def __enter__(self):
        self.house.__enter__()
        return self.house, self.cert

    def __exit__(self, *trouble):
        self.house.__exit__(*trouble)
        shutil.rmtree(self.folder)


def test_https():
    with Secure() as (house, cert):
        assert house.addresses[0].startswith("https://")
        guest = house.secure(cert)
        assert guest.sock.version() == "TLSv1.3"
        for _ in range(3):
            reply = guest.get("/hello")
            assert reply.body == b"hello\n"
            assert reply.headers["strict-transport-security"].startswith("max-age=")
        assert b"tls 1\n" in guest.get("/about").body
        assert guest.get("/echo", method="POST", body=b"x" * 60000).body == b"x" * 60000
        guest.close()


def test_large_and_slow():
    with Secure() as (house, cert):
        guest = house.secure(cert)
        guest.send(b"GET /big?n=3000000 HTTP/1.1\r\nHost: x\r\n\r\n"
                   b"GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.3)
        assert len(guest.reply().body) == 3000000
        assert guest.reply().body == b"hello\n"
        guest.close()


def test_wss():
    with Secure() as (house, cert):
        ws = house.websocket(guest=house.secure(cert))
        for text in ("hi", "x" * 65536, "ö" * 20000):
            ws.text(text)
            assert ws.hear() == text
        ws.text("send 30 5000")
        assert [ws.hear().split()[0] for _ in range(30)] == [str(i) for i in range(1, 31)]
        for _ in range(40):
            ws.text("offer 50 4000")
        time.sleep(0.3)
        ws.text("the end")
        heard = []
        while not heard or heard[-1] != "the end":
            heard.append(ws.hear())
        assert heard[-2].startswith("50 of 50 ")
        ws.text("close 4000 bye")
        assert ws.closing() == (4000, "bye")
        ws.send(frame(8, b"\x0f\xa0"))
        assert ws.ended()
        ws.close()
        assert "closed 4000 bye\n" in house.end()


def test_plain_words_to_a_tls_port():
    with Secure() as (house, cert):
        guest = house.connect()
        guest.send(b"GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
        reply = guest.reply()
        assert reply.status == 400 and reply.body.startswith(b"This port speaks TLS") and guest.ended()
        for data in (b"\0" * 100, b"\xff" + os.urandom(5000), b"\x16\x03\x01\xff\xff" + b"a" * 1000,
                     b"\x16\x03\x01\x00\x05hello", b"\x80\x2e\x01\x00\x02" + b"x" * 60):
            guest = house.connect()
            guest.send(data)
            assert len(guest.rest()) < 50  # an alert, perhaps
            guest.close()
        assert house.secure(cert).get("/hello").status == 200


def test_half_a_handshake():
    with Secure("header_ms=300") as (house, cert):
        silent, half = house.connect(), house.connect()
        half.send(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        start = time.monotonic()
        assert silent.ended() and half.ended() and time.monotonic() - start < 5
        for i in range(20):  # cut off in the middle of it, or right after it
            sock = socket.create_connection(house.where())
            context = ssl.create_default_context(cafile=cert)
            guest = Guest(context.wrap_socket(sock, server_hostname="localhost")) if i % 2 else Guest(sock)
            guest.reset()
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.load_verify_locations(cert)
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        sock = old.wrap_socket(socket.create_connection(house.where()), server_hostname="localhost")
        assert Guest(sock).get("/hello").status == 200


def test_who_never_reads():
    with Secure("write_ms=500") as (house, cert):
        guests = []
        for _ in range(5):
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.connect(house.where())
            context = ssl.create_default_context(cafile=cert)
            guests.append(house.websocket(
                guest=Guest(context.wrap_socket(sock, server_hostname="localhost"))))
        for ws in guests:
            ws.text("send 500 8000")

        def all_gone():
            return b"websockets_open 0\n" in house.secure(cert).get("/metrics").body
        eventually(all_gone)


def test_a_new_certificate():
    with tempfile.TemporaryDirectory() as folder:
        cert, key = make_certificate(folder)
        other = make_certificate(folder, "b")
        with House(f"tls={cert},{key}", *QUICK) as house:
            before = house.secure(cert)
            assert before.get("/hello").status == 200
            shutil.copy(other[0], cert)
            house.signal(signal.SIGHUP)  # the new certificate does not belong to the old key
            assert "mismatch" in house.process.stdout.readline()
            shutil.copy(other[1], key)
            house.signal(signal.SIGHUP)
            assert house.process.stdout.readline() == "reload well\n"
            after = house.secure(other[0])
            assert after.get("/hello").status == 200
            assert before.get("/hello").status == 200, "who was there may stay"


def test_certificates_that_cannot_be_used():
    with tempfile.TemporaryDirectory() as folder:
        cert, key = make_certificate(folder)
        other = make_certificate(folder, "b")
        for words in (f"tls={cert},{other[1]}", f"tls={cert},{cert}", f"tls=/nowhere,{key}",
                      f"tls={key},{key}", "listen=1.2.3.4.5:6", "listen=127.0.0.1", "listen=:99999",
                      "listen=192.0.2.1:0", "proxy=10.0.0.0/33", "proxy=x", "origin=friend"):
            done = subprocess.run([House.host, words], capture_output=True, text=True, check=False,
                                  timeout=20)
            assert done.returncode == 1 and len(done.stderr) > 20, (words, done)


if __name__ == "__main__":
    main(globals())
