#!/usr/bin/env python3
"""How much a guest may ask for, who counts as one guest, and what remains in memory."""
import resource
import time

from guest import House, eventually, handshake, main


def is_let_in(house: House) -> bool:
    guest = house.connect()
    try:
        return guest.get("/hello").status == 200
    except (EOFError, ConnectionError):  # turned away while it asked
        return False
    finally:
        guest.close()


def test_connections_in_all():
    with House("connections=5") as house:
        guests = [house.connect() for _ in range(5)]
        assert all(guest.get("/hello").status == 200 for guest in guests)
        reply = (extra := house.connect()).reply()
        assert reply.status == 503 and reply.headers["retry-after"] == "5" and extra.ended()
        extra.close()
        guests.pop().close()
        eventually(lambda: is_let_in(house), "room for one more")


def test_connections_of_one_address():
    with House("connections_per_address=3") as house:
        guests = [house.connect() for _ in range(3)]
        assert guests[0].get("/hello").status == 200
        reply = house.connect().reply()
        assert reply.status == 429 and reply.headers["retry-after"] == "10"
        assert reply.body == b"Too many connections from your address.\n"
        assert "content-security-policy" in reply.headers
        guests.pop().close()
        eventually(lambda: is_let_in(house), "room for one more")


def test_handshakes_of_one_address():
    with House("handshakes_per_s=5", "handshakes_burst=10") as house:
        replies, start = [], time.monotonic()
        for _ in range(20):
            guest = house.connect()
            guest.send(b"GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            replies.append(guest.reply().status)
            guest.close()
        most = 11 + 5 * (time.monotonic() - start)  # on a busy machine some time goes by
        assert replies[:10] == [200] * 10 and replies.count(200) <= most, (replies, most)
        time.sleep(0.5)
        assert house.connect().get("/hello").status == 200


def test_requests_of_one_address():
    with House("requests_per_s=5", "requests_burst=10") as house:
        guest, replies, start = house.connect(), [], time.monotonic()
        while 429 not in replies and len(replies) < 500:
            replies.append(guest.get("/hello").status)
        most = 11 + 5 * (time.monotonic() - start)
        assert replies[:10] == [200] * 10 and replies[-1] == 429 and replies.count(200) <= most, (replies, most)
        assert guest.ended()


def test_no_limit_is_no_limit():
    """0 means none, for sizes too."""
    with House("target_bytes=0", "header_bytes=0", "body_bytes=0", "message_bytes=0", "message_fragments=0",
               "requests_per_s=0", "handshakes_per_s=0", "messages_per_s=0", "bytes_per_s=0", "queue_bytes=0") as house:
        guest = house.connect()
        assert guest.get("/hello", "X-Long: " + "x" * 30000).status == 200
        assert guest.get("/about?" + "x" * 9000).status == 200
        assert guest.get("/echo", method="POST", body=b"x" * 200000).status in (200, 404)
        ws = house.websocket("/open")
        ws.text("hi")
        assert ws.hear()


def test_ten_thousand_connects():
    n = 2000 if House.is_slow else 10000
    with House("handshakes_per_s=0", "connections_per_address=0", "requests_per_s=0") as house:
        before = house.memory_kb()
        for i in range(n):
            guest = house.connect()
            if i % 3 == 1:
                guest.send(b"GET /hel")
            elif i % 100 == 2:
                assert guest.get("/hello").status == 200
            (guest.reset, guest.close)[i % 2]()
        eventually(lambda: house.metrics()["connections_open"] == 1)
        grown = house.memory_kb() - before
        assert House.is_slow or grown < 3000, grown
        assert house.metrics()["connections_total"] > n / 2  # some went before they were seen


def test_refused_at_the_door_by_the_thousand():
    with House("connections=4", "handshakes_per_s=0") as house:
        inside = [house.connect() for _ in range(4)]
        assert inside[0].get("/hello").status == 200
        crowd = []
        for _ in range(1000):
            crowd.append(house.connect())
        assert inside[1].get("/hello").status == 200, "those inside notice nothing"
        answered = sum(b"503" in guest.rest() for guest in crowd)
        assert answered >= 256, answered
        for guest in crowd + inside[2:]:
            guest.close()
        eventually(lambda: inside[0].get("/metrics").body.find(b"connections_open 2\n") > 0)


def test_proxies():
    with House("proxy=127.0.0.1", "proxy=10.0.0.0/8", "connections_per_address=2",
               "handshakes_per_s=0") as house:
        guest = house.connect()
        for chain, peer in (("192.0.2.7", "192.0.2.7"), ("1.1.1.1, 192.0.2.7", "192.0.2.7"),
                            ("192.0.2.7, 10.1.1.1", "192.0.2.7"), ("2001:db8::7", "2001:db8::7"),
                            ("10.1.1.1", "10.1.1.1"), ("nonsense", "127.0.0.1"),
                            ("192.0.2.7, nonsense", "127.0.0.1"), ("", "127.0.0.1"),
                            ("192.0.2.7 , 10.0.0.1 ,10.0.0.2", "192.0.2.7")):
            about = guest.get("/about", f"X-Forwarded-For: {chain}").body.decode()
            assert f"\npeer {peer}\n" in about, (chain, about)
        for chain, peer in (("192.0.2.7:5123", "192.0.2.7"), ("[2001:db8::7]:5123", "2001:db8::7"),
                            ("[2001:db8::7]", "2001:db8::7"), ("192.0.2.7:5123, 127.0.0.1:80", "192.0.2.7"),
                            ("[2001:db8::7", "127.0.0.1"), ("192.0.2.7:", "192.0.2.7")):
            about = guest.get("/about", f"X-Forwarded-For: {chain}").body.decode()
            assert f"\npeer {peer}\n" in about, (chain, about)
        about = guest.get("/about", "X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 192.0.2.9",
                          "X-Forwarded-Proto: https").body.decode()
        assert "\npeer 192.0.2.9\n" in about and "\ntls 1\n" in about
        others = [house.connect() for _ in range(5)]  # the proxy itself is not counted ...
        inside = [house.websocket("/open", "X-Forwarded-For: 192.0.2.7") for _ in range(2)]
        guest.send(handshake("/open", "X-Forwarded-For: 192.0.2.7"))  # ... but its guests are
        assert guest.reply().status == 429
        inside.append(house.websocket("/open", "X-Forwarded-For: 192.0.2.8"))
        inside[0].close()
        eventually(lambda: house.metrics()["websockets_open"] == 2)
        inside.append(house.websocket("/open", "X-Forwarded-For: 192.0.2.7"))
        del others
    with House() as house:  # nobody is believed by default
        about = house.connect().get("/about", "X-Forwarded-For: 192.0.2.7",
                                    "X-Forwarded-Proto: https").body.decode()
        assert "\npeer 127.0.0.1\n" in about and "\ntls 0\n" in about


def test_few_open_files():
    """With 100 files in all there is room for a few guests, and an answer for the others."""
    with House("handshakes_per_s=0", files=100) as house:
        guests = [house.connect() for _ in range(80)]
        statuses = []
        for guest in guests:
            try:
                guest.send(b"GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
                statuses.append(guest.reply().status)
            except (EOFError, OSError):
                statuses.append(0)
        assert statuses.count(200) >= 30 and statuses.count(0) < 40, statuses


def test_idle_websockets_are_small():
    """The promise: at most 8 KB for a WebSocket connection that waits, all our memory counted."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    n = min(500 if House.is_slow else 5000, hard - 100)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, n + 100)), hard))
    with House("handshakes_per_s=0", "connections_per_address=0", "requests_per_s=0") as house:
        warm = [house.websocket() for _ in range(20)]
        before = house.memory_kb()
        guests = []
        for i in range(n):
            ws = house.websocket()
            ws.text(f"hello {i}")
            guests.append(ws)
        for i, ws in enumerate(guests):
            assert ws.hear() == f"hello {i}"
        each = (house.memory_kb() - before) * 1024 / n
        print(f"# {each:.0f} bytes of memory for each of {n} idle WebSocket connections")
        assert House.is_slow or each < 8192, each
        for ws in guests + warm:
            ws.close()
        eventually(lambda: house.metrics()["websockets_open"] == 0)


if __name__ == "__main__":
    main(globals())
