#!/usr/bin/env python3
"""WebSocket over real sockets: conversations, and the guests who cannot hold one."""
import os
import random
import signal
import struct
import time

from guest import House, eventually, frame, handshake, main

QUICK = "requests_per_s=0", "handshakes_per_s=0", "messages_per_s=0", "bytes_per_s=0"


def closes(data: bytes, code: int, *words: str):
    """Do these bytes, after a handshake, make the house close with that code and then hang up?"""
    with House(*QUICK, *words) as house:
        ws = house.websocket()
        ws.send(data)
        got = ws.closing()
        assert got[0] == code and (got[1] or code == 1000), (data[:20], got)
        assert ws.ended()
        ws.close()
        if code >= 1002:
            assert f"closed {code} {got[1]}\n" in house.end()


def test_echo_of_all_sizes():
    with House(*QUICK) as house:
        ws = house.websocket()
        for n in (0, 1, 125, 126, 127, 4095, 4096, 4097, 65535, 65536):
            text = "é" * (n // 2) + "x" * (n % 2)
            ws.text(text)
            assert ws.hear() == text, n
        ws.send(b"".join(frame(1, str(i).encode()) for i in range(500)))
        assert [ws.hear() for _ in range(500)] == [str(i) for i in range(500)]


def test_every_cut_of_frames():
    data = frame(1, b"x" * 130) + frame(9, b"ping") + frame(1, "ä".encode(), fin=False) + \
        frame(0, b"b") + frame(1, b"")
    with House(*QUICK) as house:
        for cut in range(1, len(data)):
            ws = house.websocket()
            ws.send(data[:cut])
            if cut % 8 == 0:
                time.sleep(0.002)
            ws.send(data[cut:])
            assert ws.frame() == (1, b"x" * 130, True)
            assert ws.frame() == (10, b"ping", True)
            assert ws.hear() == "äb"
            assert ws.hear() == ""
            ws.close()


def test_frames_sent_with_the_handshake():
    with House() as house:
        guest = house.connect()
        guest.send(handshake() + frame(1, b"early") + frame(1, b"bird"))
        assert guest.reply().status == 101
        assert (guest.hear(), guest.hear()) == ("early", "bird")
        guest = house.connect()  # and nothing is lost if the house takes its time
        guest.send(handshake("/slowly?ms=50") + frame(1, b"early"))
        time.sleep(0.02)
        guest.send(frame(1, b"bird"))
        assert guest.reply().status == 101
        assert (guest.hear(), guest.hear()) == ("early", "bird")
        guest = house.connect()
        guest.send(handshake("/slowly?ms=50"))
        guest.reset()


def test_handshakes_that_are_refused():
    with House(*QUICK, "origin=https://friend.example") as house:
        for data, status in (
                (handshake(version="8"), 426), (handshake(key="short"), 400),
                (handshake(key="!" * 22 + "=="), 400), (handshake(protocol=""), 400),
                (handshake(protocol="speakeasy.2"), 400), (handshake(method="POST"), 400),
                (handshake("/open", "Content-Length: 3") + b"abc", 400),
                (handshake("/open", "Transfer-Encoding: chunked"), 400),
                (handshake("/open", "Origin: http://evil.example"), 403),
                (handshake("/open", "Origin: null"), 403),
                (handshake("/open", "Origin: http://evil.example", host="evil.example"), 403),
                (handshake("/no"), 403), (handshake("/../open"), 400),
                (handshake().replace(b"HTTP/1.1", b"HTTP/1.0"), 400),
                (handshake().replace(b"Sec-WebSocket-Version: 13\r\n", b""), 426)):
            guest = house.connect()
            guest.send(data)
            reply = guest.reply()
            assert reply.status == status and reply.body, (data, reply.status)
            assert status != 426 or reply.headers["sec-websocket-version"] == "13"
            assert guest.ended()
            guest.close()
        for origin in ("http://localhost", "https://friend.example"):
            house.websocket("/open", f"Origin: {origin}").close()
        guest = house.connect()  # half a handshake, and then somebody trips over the cable
        guest.send(handshake()[:90])
        guest.reset()
        assert house.metrics()["websockets_total"] == 2


def test_what_is_no_websocket():
    big = 1 << 40
    closes(frame(1, b"\xff\xfe"), 1007)
    closes(frame(1, b"\xed\xa0\x80"), 1007)  # a surrogate
    closes(frame(1, b"\xc0\x80"), 1007)  # NUL the long way
    closes(frame(1, b"\xf4\x90\x80\x80"), 1007)
    closes(frame(1, b"\xe2\x82"), 1007)  # cut off
    closes(frame(1, b"\xe2\x82", fin=False) + frame(0, b""), 1007)
    closes(frame(2, b"bytes"), 1003)
    closes(frame(1, b"x" * 65537), 1009)
    closes(frame(1, b"x", length=big), 1009)
    closes(frame(1, b"x" * 40000, fin=False) + frame(0, b"x" * 40000), 1009)
    closes(frame(1, b"hi", mask=None), 1002)
    for rsv in (1, 2, 4, 7):
        closes(frame(1, b"hi", rsv=rsv), 1002)
    for opcode in (3, 4, 7, 11, 15):
        closes(frame(opcode, b""), 1002)
    closes(frame(0, b"x"), 1002)  # goes on with nothing
    closes(frame(1, b"x", fin=False) + frame(1, b"y"), 1002)  # begins in the middle
    closes(frame(9, b"", fin=False), 1002)
    closes(frame(9, b"x" * 126), 1002)
    closes(b"\x81\xfe\x00\x05\0\0\0\0hello", 1002)  # a length longer than it needs to be
    closes(b"\x81\xff\0\0\0\0\0\0\0\x05\0\0\0\0hello", 1002)
    closes(b"\x81\xff\x80\0\0\0\0\0\0\x05\0\0\0\0hello", 1002)
    closes(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 1002)


def test_fragments_without_end():
    closes(frame(1, b"x", fin=False) + frame(0, b"x", fin=False) * 64, 1008)
    closes(frame(1, b"", fin=False) + frame(0, b"", fin=False) * 64, 1008)
    closes(frame(1, b"x", fin=False), 1008, "message_ms=300")
    closes(frame(1, b"x" * 100)[:50], 1008, "message_ms=300")  # half a frame, and then silence
    closes(b"\x81", 1008, "message_ms=300")


def test_closing():
    for sent, back in ((b"\x03\xe8bye", 1000), (b"\x0f\xa0", 4000), (b"", 1005), (b"x", 1002),
                       (b"\x03\xe7", 1002), (b"\x03\xec", 1002), (b"\x03\xed", 1002),
                       (b"\x03\xee", 1002), (b"\x03\xf7", 1002), (b"\x0b\xb7", 1002),
                       (b"\x13\x88", 1002), (b"\x03\xe8\xff", 1007)):
        with House() as house:
            ws = house.websocket()
            ws.send(frame(8, sent) + frame(1, b"after the end"))
            assert ws.closing()[0] == back, sent
            assert ws.ended()
            ws.close()
            said = house.end()
            assert f"closed {back} " in said, (sent, said)
    with House() as house:
        ws = house.websocket()
        ws.text("close 4001 enough of this")
        assert ws.closing() == (4001, "enough of this")
        ws.text("too late")
        ws.send(frame(8, b"\x0f\xa1"))
        assert ws.ended()
        ws.close()
        assert "closed 4001 enough of this\n" in house.end()
    with House("close_ms=200") as house:  # who does not answer is not waited for
        ws = house.websocket()
        ws.text("close 1000 bye")
        assert ws.closing() == (1000, "bye")
        assert ws.ended()


def test_broken_connections():
    with House(*QUICK) as house:
        for i in range(30):
            ws = house.websocket()
            ws.send((b"", frame(1, b"x" * 1000)[:500], frame(1, b"a", fin=False))[i % 3])
            (ws.reset, ws.close)[i % 2]()
        eventually(lambda: house.metrics()["websockets_open"] == 0)
        assert house.end().count("closed 1006 \n") == 30


def test_pings():
    with House("ping_ms=200", "pong_ms=300", *QUICK) as house:
        alive, dead = house.websocket(), house.websocket()
        start = time.monotonic()
        for _ in range(4):
            assert alive.frame()[0] == 9
            alive.send(frame(10, b""))
        assert 0.7 < time.monotonic() - start < 5
        assert dead.frame()[0] == 9
        assert dead.closing()[0] == 1001 and dead.ended()
        alive.send(frame(9, b"are you there?"))
        opcode = 9
        while opcode == 9:  # his own may be under way
            opcode, data, _ = alive.frame()
        assert (opcode, data) == (10, b"are you there?")
        assert house.refusals("ws_silent") == 1


def test_floods():
    burst = "messages_per_s=5", "messages_burst=20"
    for data in (frame(1, b"hi") * 40, frame(9, b"") * 40, frame(1, b"x", fin=False) + frame(0, b"", fin=False) * 40):
        with House(*burst) as house:
            ws = house.websocket()
            ws.send(data)
            said = ws.rest()
            assert struct.pack(">H", 1008) + b"too many messages" in said, said[-60:]
            assert house.refusals("ws_flood") == 1
    with House("bytes_per_s=1000", "bytes_burst=5000") as house:
        ws = house.websocket()
        ws.send(frame(1, b"x" * 3000))
        assert len(ws.hear()) == 3000
        ws.send(frame(1, b"x" * 4000))
        assert ws.closing()[0] == 1008
    with House(*burst) as house:  # who waits is served
        ws = house.websocket()
        for _ in range(20):
            ws.text("a")
        time.sleep(1)
        for _ in range(4):
            ws.text("b")
        assert [ws.hear() for _ in range(24)] == ["a"] * 20 + ["b"] * 4


def test_newest_wins():
    """A reader who stops gets what the kernels hold, and then the newest: no backlog, no gap in order."""
    with House(*QUICK) as house:
        ws = house.websocket(buffer=8192)
        for _ in range(40):
            ws.text("offer 50 4000")
        time.sleep(0.3)
        ws.text("the end")
        heard = []
        while not heard or heard[-1] != "the end":
            heard.append(ws.hear())
        numbers = [int(text.split()[0]) for text in heard[:-1]]
        assert numbers[-1] == 50 and len(numbers) < 400, len(numbers)
        replaced = house.metrics()["messages_replaced_total"]
        assert replaced == 40 * 50 - len(numbers), (replaced, len(numbers))
    with House(*QUICK) as house:  # within one turn of the loop only the last one is sent at all
        ws = house.websocket()
        ws.text("offer 1000 2000")
        assert ws.hear().startswith("1000 of 1000 ")
        ws.text("send 3 16")
        assert [ws.hear().split()[0] for _ in range(3)] == ["1", "2", "3"]


def test_who_never_reads():
    with House(*QUICK, "write_ms=500") as house:
        guests = [house.websocket(buffer=4096) for _ in range(20)]
        before = house.memory_kb()
        for ws in guests:
            ws.text("send 500 8000")  # 4 MB for each: he is cut at queue_bytes
        eventually(lambda: house.metrics()["websockets_open"] == 0)
        metrics = house.metrics()
        assert metrics['refusals_total{reason="ws_slow"}'] == 20
        assert metrics["queued_bytes"] < 3000
        grown = house.memory_kb() - before
        assert grown < (60000 if House.is_slow else 16000), grown
    with House(*QUICK, "write_ms=60000") as house:  # a flood of pings with deaf ears: one pong waits
        ws = house.websocket(buffer=4096)
        ws.sock.settimeout(0.5)
        before = house.memory_kb()
        try:
            for _ in range(400):
                ws.send(frame(9, b"x" * 125) * 100)
        except TimeoutError:
            pass
        assert house.metrics()["queued_bytes"] < 3000
        assert House.is_slow or house.memory_kb() - before < 8000


def test_the_slow_and_the_quick():
    """A close frame still comes after all that was sent before, however slowly it is read."""
    with House(*QUICK, "close_ms=10000") as house:
        ws = house.websocket(buffer=8192)
        ws.text("send 20 10000")
        ws.text("close 1000 that was all")
        time.sleep(0.1)
        assert [ws.hear().split()[0] for _ in range(20)] == [str(i) for i in range(1, 21)]
        assert ws.closing() == (1000, "that was all")


def test_draining():
    with House("drain=1000") as house:
        polite, deaf, idle, busy, half = (house.websocket(), house.websocket(), house.connect(),
                                          house.connect(), house.connect())
        busy.send(b"GET /later?ms=300 HTTP/1.1\r\nHost: x\r\n\r\n")
        half.send(b"GET /hel")
        assert idle.get("/hello").status == 200  # what came before it has been read as well
        start = time.monotonic()
        house.signal(signal.SIGTERM)
        assert polite.hear() == "the bar is closing"
        assert polite.closing() == (1001, "the house is closing")
        polite.send(frame(8, b"\x03\xe9"))
        assert polite.ended() and idle.ended()
        reply = busy.reply()
        assert reply.body == b"at last\n" and reply.headers["connection"] == "close"
        half.send(b"lo HTTP/1.1\r\nHost: x\r\n\r\n")
        assert half.reply().body == b"hello\n"
        try:
            late = house.connect()
            assert late.ended(), "who comes now is not let in"
        except ConnectionRefusedError:
            pass
        assert deaf.hear() == "the bar is closing"
        said, _ = house.process.communicate(timeout=10)
        assert time.monotonic() - start < 4 and said.endswith("drained\n"), said
        assert said.count("closed 1001 the house is closing\n") == 2, said


def test_random_frames():
    """Anything at all, in any pieces: the house stays up, and the next guest is served."""
    dice = random.Random(1925)
    with House(*QUICK, "message_ms=500") as house:
        for _ in range(150):
            ws = house.websocket()
            data = b"".join(
                dice.choice((lambda: frame(dice.randrange(16), os.urandom(dice.randrange(200)),
                                           dice.random() < .5, rsv=dice.choice((0, 0, 0, 1))),
                             lambda: frame(1, b"fine"), lambda: os.urandom(dice.randrange(30))))()
                for _ in range(dice.randrange(8)))
            try:
                while data:
                    n = dice.randrange(1, 60)
                    ws.send(data[:n])
                    data = data[n:]
            except OSError:
                pass
            ws.close()
        ws = house.websocket()
        ws.text("still there?")
        assert ws.hear() == "still there?"


if __name__ == "__main__":
    main(globals())
