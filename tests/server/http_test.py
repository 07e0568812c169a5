#!/usr/bin/env python3
"""HTTP over real sockets: what good guests may expect, and what becomes of the others."""
import gzip
import os
import tempfile
import time

from guest import House, eventually, main

HEAD = b"GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"


def refused(data: bytes, status: int, *words: str):
    """Does this, and nothing else, get such an answer, and is the connection closed after it?"""
    with House(*words) as house:
        guest = house.connect()
        guest.send(data)
        reply = guest.reply()
        assert reply.status == status, (data[:60], reply.status, reply.body)
        assert reply.headers["connection"] == "close" and reply.body.endswith(b".\n"), reply.headers
        assert guest.ended(), (data[:60], guest.seen)
        guest.close()


def test_keep_alive_and_security_headers():
    with House() as house:
        guest = house.connect()
        for _ in range(3):
            reply = guest.get("/hello")
            assert (reply.status, reply.body) == (200, b"hello\n")
            csp = reply.headers["content-security-policy"]
            assert "unsafe-inline" not in csp and "'wasm-unsafe-eval'" in csp
            assert "frame-ancestors 'none'" in csp
            assert reply.headers["x-content-type-options"] == "nosniff"
            assert reply.headers["referrer-policy"] == "no-referrer"
            assert reply.headers["cache-control"] == "no-store"
            assert "strict-transport-security" not in reply.headers
            assert "connection" not in reply.headers
        assert reply.headers["date"].endswith(" GMT") and len(reply.headers["date"]) == 29


def test_pipelined_requests_are_answered_in_order():
    with House() as house:
        guest = house.connect()
        posts = [b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(s), s)
                 for s in (str(i).encode() for i in range(200))]
        guest.send(posts[0] + b"GET /later?ms=60 HTTP/1.1\r\nHost: x\r\n\r\n" + b"".join(posts[1:]))
        assert guest.reply().body == b"0"
        assert guest.reply().body == b"at last\n"
        for i in range(1, 200):
            assert guest.reply().body == str(i).encode()


def test_every_cut_of_a_request():
    data = b"POST /echo?a=b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" \
           b"3\r\nabc\r\n4;ext=1\r\ndefg\r\n0\r\nTrailer: x\r\n\r\n"
    with House("requests_per_s=0", "handshakes_per_s=0") as house:
        for cut in range(1, len(data)):
            guest = house.connect()
            guest.send(data[:cut])
            if cut % 8 == 0:
                time.sleep(0.002)  # else the kernel may glue them together again
            guest.send(data[cut:] + HEAD)
            assert guest.reply().body == b"abcdefg", cut
            assert guest.reply().body == b"hello\n", cut
            guest.close()


def test_head_options_and_methods():
    with House() as house:
        guest = house.connect()
        reply = guest.get("/hello", method="HEAD")
        assert reply.headers["content-length"] == "6"
        assert guest.get("/hello").body == b"hello\n"
        guest.send(b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
        assert guest.reply().status == 204
        assert b"method 4\n" in guest.get("/about", method="DELETE").body
    for method in (b"TRACE", b"CONNECT", b"BREW", b"PROPFIND"):
        refused(method + b" /hello HTTP/1.1\r\nHost: x\r\n\r\n", 501)


def test_what_is_understood():
    with House() as house:
        guest = house.connect()
        about = guest.get("/about//./a%20b/%C3%A9?x=1&y=a+b%26&&flag&x=2", "X-Thing:  a b ").body.decode()
        for line in ("path /about/a b/é", "query x=1&y=a+b%26&&flag&x=2", "param x=1",
                     "param y=a b&", "param flag=", "param x=2", "header x-thing=a b",
                     "host localhost", "peer 127.0.0.1", "tls 0", "body 0"):
            assert f"\n{line}\n" in f"\n{about}", (line, about)
        guest.send(b"GET http://elsewhere.example/about HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"path /about\n" in guest.reply().body
        reply = guest.get("/injection?to=/a%0D%0ASet-Cookie:%20x=1")
        assert reply.headers["location"] == "/a  Set-Cookie: x=1" and "set-cookie" not in reply.headers


def test_paths_that_lead_elsewhere():
    for path in ("/a/../b", "/..", "/%2e%2e/etc/passwd", "/a/%2e./b", "/a%00b", "/a%2fb", "/a%5cb",
                 "/a%0ab", "/%", "/%4", "/%zz", "/%ff%fe", "/%c0%af", "/?a=%00", "/?%ff=1", "*", "x",
                 "/?" + "&".join(f"a{i}=1" for i in range(33))):
        refused(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode(), 400)


def test_smuggling():
    post = b"POST /echo HTTP/1.1\r\nHost: x\r\n"
    for head in (b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
                 b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
                 b"Content-Length: 4\r\nContent-Length: 4\r\n",
                 b"Content-Length: 4\r\nContent-Length: 5\r\n",
                 b"Content-Length: 4, 4\r\n",
                 b"Content-Length: +4\r\n",
                 b"Content-Length: -4\r\n",
                 b"Content-Length: 0x4\r\n",
                 b"Content-Length: 4 4\r\n",
                 b"Content-Length: 99999999999999999999\r\n",
                 b"Transfer-Encoding: identity, chunked\r\n",
                 b"Transfer-Encoding: chunked, identity\r\n",
                 b"Transfer-Encoding: xchunked\r\n",
                 b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                 b"Transfer-Encoding:\x0bchunked\r\n",
                 b"Transfer-Encoding : chunked\r\n",
                 b"Content-Length : 4\r\n",
                 b"X: a\rTransfer-Encoding: chunked\r\n",
                 b"X: a\nContent-Length: 4\r\n\r\n",
                 b"X: a\x00b\r\n",
                 b" Content-Length: 4\r\n",
                 b"X: a\r\n Content-Length: 4\r\n"):
        refused(post + head + b"\r\nGET /hello HTTP/1.1\r\nHost: x\r\n\r\n", 400)
    chunked = post + b"Transfer-Encoding: chunked\r\n\r\n"
    for body in (b"g\r\n", b"-1\r\n", b"0x1\r\na\r\n", b"ffffffffffffffffff\r\n", b"1\r\naa\r\n",
                 b" 1\r\na\r\n0\r\n\r\n", b"1 \r\na\r\n0\r\n\r\n", b"1\na\n0\n\n", b"\r\n"):
        refused(chunked + body, 400)
    refused(b"POST /echo HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400)


def test_garbage():
    for data in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 40,
                 b"GET /hello\r\n\r\n", b"GET  /hello HTTP/1.1\r\n\r\n",
                 b"GET /hello HTTP/1.1\r\n\r\n", b"GET /hello HTTP/2.0\r\nHost: x\r\n\r\n",
                 b"GET /hello HTTP/1.2\r\nHost: x\r\n\r\n",
                 b"GET /hello HTTP/0.9\r\nHost: x\r\n\r\n", b"GET /he\x01llo HTTP/1.1\r\nHost: x\r\n\r\n",
                 b"GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                 b"GET /hello HTTP/1.1\r\nHost: a\r\nNo colon\r\n\r\n",
                 b"GET /hello HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n"):
        with House() as house:
            guest = house.connect()
            guest.send(data)
            assert guest.reply().status in (400, 501), data
            assert guest.ended(), data
            guest.close()
    with House() as house:  # a good one before the bad one is answered
        guest = house.connect()
        guest.send(HEAD + b"\r\n" + HEAD + b"GARBAGE" * 100)
        assert guest.reply().status == 200
        assert guest.reply().status == 200
        assert guest.reply().status in (400, 501) and guest.ended()


def test_too_large():
    refused(b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414)
    refused(b"GET /" + b"a" * 5000, 414)
    refused(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 17000, 431)
    refused(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 80 + b"\r\n", 431)
    refused(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n", 413)
    refused(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n" + b"a" * 999999, 413)
    chunked = b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    refused(chunked + b"10001\r\n" + b"a" * 65537, 413)
    refused(chunked + b"1;" + b"x" * 600000, 413)  # an extension without end
    refused(chunked + b"0\r\nX: " + b"x" * 600000, 413)  # a trailer without end
    with House() as house:
        guest = house.connect()
        assert len(guest.get("/echo", method="POST", body=b"a" * 65536).body) == 65536


def test_expectations():
    with House() as house:
        guest = house.connect()
        guest.send(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
                   b"Expect: 100-continue\r\n\r\n")
        assert guest.reply().status == 100
        guest.send(b"hi")
        assert guest.reply().body == b"hi"
    refused(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: miracles\r\n\r\n", 417)


def test_other_versions_and_upgrades():
    with House() as house:
        guest = house.connect()
        guest.send(b"GET /hello HTTP/1.0\r\n\r\n")
        assert guest.reply().headers["connection"] == "close" and guest.ended()
        guest = house.connect()
        guest.send(b"GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        assert guest.reply().headers["connection"] == "keep-alive"
        assert guest.get("/hello", "Connection: close").headers["connection"] == "close"
        assert guest.ended()
        guest = house.connect()  # who offers HTTP/2 gets an answer in HTTP/1.1
        reply = guest.get("/hello", "Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings",
                          "HTTP2-Settings: AAMAAABkAAQAAP__")
        assert reply.body == b"hello\n" and guest.get("/hello").status == 200


def test_slow_loris():
    words = ("header_ms=300", "body_ms=300", "idle_ms=300", "reply_ms=300")
    with House(*words) as house:
        start = time.monotonic()
        slow = house.connect()
        body = house.connect()
        never = house.connect()
        silent = house.connect()
        idle = house.connect()
        assert idle.get("/hello").status == 200
        never.send(b"GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
        body.send(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
        data = b"GET /hello HTTP/1.1\r\nX: " + b"a" * 4000
        for i in range(4000):  # a byte every few milliseconds does not help
            slow.sock.sendall(data[i:i + 1])
            time.sleep(0.005)
            if time.monotonic() - start > 0.45:
                break
        assert slow.reply().status == 408 and slow.ended()
        assert body.reply().status == 408 and body.ended()
        reply = never.reply()
        assert reply.status == 503 and reply.headers["retry-after"] == "5" and never.ended()
        assert silent.ended() and idle.ended()
        assert time.monotonic() - start < 5
        assert house.refusals("late_headers") == 1


def test_answers_after_the_guest_has_gone():
    with House() as house:
        for i in range(20):
            guest = house.connect()
            guest.send(b"GET /later?ms=30 HTTP/1.1\r\nHost: x\r\n\r\n")
            guest.reset() if i % 2 else guest.close()
        guest = house.connect()
        guest.send(b"GET /later?ms=30 HTTP/1.1\r\nHost: x\r\n\r\n")
        guest.sock.shutdown(1)  # who only says that he has said all still gets his answer
        assert guest.reply().body == b"at last\n"
        assert guest.ended()
        eventually(lambda: house.metrics()["connections_open"] == 1)


def test_origins_of_posts():
    with House("origin=https://friend.example") as house:
        for origin, host, status in (
                ("http://localhost", "localhost", 200), ("http://localhost:80", "localhost", 200),
                ("https://localhost:1925", "localhost:1925", 200), ("http://10.1.2.3", "10.1.2.3", 200),
                ("http://[::1]:80", "[::1]", 200), ("http://box.local", "box.local", 200),
                ("https://friend.example", "localhost", 200), ("null", "localhost", 403),
                ("http://evil.example", "localhost", 403), ("http://evil.example", "evil.example", 403),
                ("http://localhost:81", "localhost", 403), ("https://friend.example.evil", "x", 403),
                ("file://localhost", "localhost", 403), ("", "localhost", 403)):
            guest = house.connect()
            guest.send(f"POST /echo HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n"
                       "Content-Length: 2\r\n\r\nhi".encode())
            assert guest.reply().status == status, (origin, host)


def test_files():
    with tempfile.TemporaryDirectory() as folder:
        inside, outside = os.path.join(folder, "in"), os.path.join(folder, "out")
        os.makedirs(os.path.join(inside, "a"))
        os.makedirs(outside)
        for name, data in (("in/index.html", "home"), ("in/a/index.html", "below"),
                           ("in/main.js", "let x"), ("in/.secret", "no"), ("out/secret", "no"),
                           ("in/a/style.css", "b{}"), ("in/x.wasm", "w"), ("in/x.svg", "s"),
                           ("in/x.json", "{}"), ("in/thing", "?"), ("in/empty", "")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.write(data)
        with open(os.path.join(inside, "main.js.gz"), "wb") as f:
            f.write(gzip.compress(b"let x"))
        os.symlink(outside, os.path.join(inside, "way"))
        os.symlink(os.path.join(outside, "secret"), os.path.join(inside, "link"))
        os.mkfifo(os.path.join(inside, "pipe"))
        with House(f"folder={inside}") as house:
            look_at_files(house.connect(), inside)


def look_at_files(guest, inside):
    assert guest.get("/files/").body == b"home"
    assert guest.get("/files/a/").body == b"below"
    for path, kind in (("index.html", "text/html; charset=utf-8"), ("x.wasm", "application/wasm"),
                       ("a/style.css", "text/css; charset=utf-8"), ("x.svg", "image/svg+xml"),
                       ("x.json", "application/json"), ("thing", "application/octet-stream"),
                       ("main.js", "text/javascript; charset=utf-8"),
                       ("empty", "application/octet-stream")):
        reply = guest.get(f"/files/{path}")
        assert (reply.status, reply.headers["content-type"]) == (200, kind), path
        assert reply.headers["cache-control"] == "no-cache"
    for path in ("way/secret", "link", "a", "none", ".secret", "pipe", "thing/x", "a//x"):
        assert guest.get(f"/files/{path}").status == 404, path
    plain = guest.get("/files/main.js")
    packed = guest.get("/files/main.js", "Accept-Encoding: br, gzip;q=0.5")
    assert plain.body == b"let x" and "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip" and packed.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.body) == b"let x"
    assert "content-encoding" not in guest.get("/files/main.js", "Accept-Encoding: gzip;q=0").headers
    tag = plain.headers["etag"]
    assert tag != packed.headers["etag"]
    assert guest.get("/files/main.js", f'If-None-Match: "x", W/{tag}').status == 304
    assert guest.get("/files/main.js", 'If-None-Match: "x"').status == 200
    assert guest.get("/files/main.js", method="HEAD").headers["content-length"] == "5"
    with open(os.path.join(inside, "main.js"), "w", encoding="utf-8") as f:
        f.write("let yy")
    assert guest.get("/files/main.js", f"If-None-Match: {tag}").body == b"let yy"
    assert guest.get("/files/", method="OPTIONS").headers["allow"] == "GET, HEAD, OPTIONS"
    reply = guest.get("/files/", method="DELETE")
    assert reply.status == 405 and reply.headers["allow"] == "GET, HEAD, OPTIONS"


def test_large_replies_to_slow_readers():
    with House("write_ms=400") as house:
        guest = house.connect(buffer=65536)
        guest.send(b"GET /big?n=5000000 HTTP/1.1\r\nHost: x\r\n\r\n" + HEAD)
        body = guest.reply().body
        assert len(body) == 5000000 and set(body) == {ord("x")}
        assert guest.reply().body == b"hello\n"
        stuck = house.connect(buffer=4096)
        stuck.send(b"GET /big?n=20000000 HTTP/1.1\r\nHost: x\r\n\r\n")
        eventually(lambda: house.refusals("stalled") == 1)
        assert len(stuck.rest()) < 20000000


def test_several_addresses():
    with House("listen=127.0.0.1:0", "listen=[::1]:0") as house:
        assert len(house.addresses) == 2 and house.addresses[1].startswith("http://[::1]:")
        assert house.connect(0).get("/hello").status == 200
        assert b"peer ::1\n" in house.connect(1).get("/about").body


if __name__ == "__main__":
    main(globals())
