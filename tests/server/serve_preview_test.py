#!/usr/bin/env python3
"""What a messenger is told of a link: an invitation while a table waits, and of everything else nothing but the house."""
import html
import os
import re
import struct
import tempfile
import zlib

from client import Server, main

PAGE = "<!doctype html>\n<html>\n<title>Speakeasy</title>\n<body></body>\n</html>\n"


def with_page():
    """A folder with the page of a table, as small as can be."""
    folder = tempfile.mkdtemp(prefix="speakeasy_web_")
    with open(os.path.join(folder, "table.html"), "w", encoding="utf-8") as f:
        f.write(PAGE)
    return folder


def get(server: Server, path: str, *headers: str):
    guest = server.connect()
    reply = guest.get(path, *headers)
    guest.close()
    return reply


def set_up(server: Server, game: str, name: str, n_open: int, **more) -> str:
    """The id of a new table that waits for its players."""
    seats = [{"kind": "me", "name": name}, *[{"kind": "open"}] * n_open]
    status, made = server.ask("POST", "/api/tables", {"game": game, "players": len(seats), "seats": seats, **more})
    assert status == 201, (status, made)
    server.tokens += [made["host"], *[s["token"] for s in made["seats"]]]
    return made["id"]


def told(page: str) -> dict:
    """What stands in the head, by name."""
    return {name: html.unescape(value)
            for name, value in re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page)}


def show(server: Server, table: str, *headers: str) -> str:
    reply = get(server, f"/table.html?t={table}", *headers)
    assert reply.status == 200 and reply.headers["content-type"] == "text/html; charset=utf-8", reply.status
    page = reply.body.decode()
    assert re.sub(r"<meta [^>]*>\n", "", page) == PAGE, "the page itself is as it was"
    return page


def test_an_invitation_in_the_language_of_the_table():
    with Server("--web", with_page(), "--public-url", "https://play.example") as server:
        for language, title, seats in [("en", "Ann invites you: Famiglia", "One seat is still free."),
                                       ("de", "Ann lädt dich ein: Famiglia", "Ein Platz ist noch frei."),
                                       ("nl", "Ann nodigt je uit: Famiglia", "Eén plaats is nog vrij.")]:
            table = set_up(server, "famiglia", "Ann", 1, language=language)
            link = get(server, f"/t/{table}")
            assert link.status == 302 and link.headers["location"] == f"../table.html?t={table}"
            head = told(show(server, table, "Accept-Language: fr"))
            assert head["og:title"] == title, head
            assert seats in head["og:description"] and head["description"] == head["og:description"], head
            assert head["og:image"] == "https://play.example/preview/famiglia.png", head
            assert head["twitter:card"] == "summary_large_image"


def test_a_name_is_no_markup():
    with Server("--web", with_page()) as server:
        page = show(server, set_up(server, "gangster", '"><b>O\'Hara & {game}', 2))
        assert "<b>" not in page and told(page)["og:title"].startswith('"><b>O\'Hara & {game} invites you: Gangster'), page
        assert "2 seats are still free" in told(page)["og:description"]


def test_nothing_is_told_of_other_tables():
    """One that is playing, one that does not exist and one that cannot exist look alike, byte for byte."""
    with Server("--web", with_page()) as server:
        table = server.table("famiglia")
        ann, bob = server.player(table, 0), server.player(table, 1)
        for p in (ann, bob):
            p.until(lambda p: p.view and p.view["view"], "the deal")
        for accept, word in [("de-AT,de;q=0.9,en;q=0.5", "Hinterzimmer"), ("fr, nl", "achterkamer"), ("fr", "back room")]:
            pages = {show(server, id, f"Accept-Language: {accept}") for id in (table.id, "AAAAAAAAAAAA", "no+such+id")}
            assert len(pages) == 1, pages
            head = told(pages.pop())
            assert head["og:title"] == "Speakeasy" and word in head["og:description"], head
            assert head["og:image"].endswith("/preview/speakeasy.png") and "Guest" not in str(head), head


def pixels(png: bytes):
    """Width, height and the unpacked bytes of a PNG, every sum checked."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, size, data = 8, None, b""
    while at < len(png):
        n, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + n]
        assert struct.unpack(">I", png[at + 8 + n:at + 12 + n])[0] == zlib.crc32(kind + body), kind
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        data += body if kind == b"IDAT" else b""
        at += 12 + n
    return size, zlib.decompress(data)


def test_posters():
    with Server() as server:
        seen = set()
        for name in ("chicago", "chicago_gangsters", "famiglia", "gangster", "speakeasy"):
            reply = get(server, f"/preview/{name}.png")
            assert reply.status == 200 and reply.headers["content-type"] == "image/png", (name, reply.status)
            assert len(reply.body) < 300_000, (name, len(reply.body))  # larger ones some messengers leave out
            size, raw = pixels(reply.body)
            assert size == (1200, 630) and len(raw) == 630 * (1 + 3 * 1200), (name, size)
            assert get(server, f"/preview/{name}.png", f"If-None-Match: {reply.headers['etag']}").status == 304
            seen.add(reply.body)
        assert len(seen) == 5, "a poster for each"
        for name in ("nothing.png", "famiglia", "famiglia.svg", ".png", "famiglia.png.png"):
            assert get(server, f"/preview/{name}").status == 404, name


if __name__ == "__main__":
    main(globals())
