#!/usr/bin/env python3
"""The figures of docs/fairness.md, from Python's own SHA-256 and HMAC and a ChaCha20 written out here, so
that nothing of ours in C had a hand in them:

    tests/fair/vectors.py           prints vectors.json
    tests/fair/vectors.py --check   exit code 1 if vectors.json says something else

tests/unit/fair_test.c checks the same file against the server's code; a browser can do so with WebCrypto."""
import hashlib
import hmac
import json
import os
import struct
import sys

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors.json")
N_WORDS = 72  # more than the 64 that our generator makes at a time
MASK = 0xffffffff

# Seed, table, seats, what each seat contributed (None: nothing).
CASES = [
    ("00" * 32, "t", 1, [None]),
    (hashlib.sha256(b"two").hexdigest(), "k7-1", 2, [None, None]),
    (hashlib.sha256(b"two").hexdigest(), "k7-1", 2, ["00", None]),
    (hashlib.sha256(b"two").hexdigest(), "k7-1", 2, [None, "00"]),
    (hashlib.sha256(b"two").hexdigest(), "k7-1", 2, ["00", "00"]),
    (hashlib.sha256(b"two").hexdigest(), "k7-2", 2, ["0000", None]),
    ("ff" * 32, "A_long-table-id-of-sixty-four-characters_0123456789_abcdefghijkl", 5,
     ["ff" * 32, "0123456789abcdef", None, "00112233445566778899aabbccddeeff", "7f"]),
    (hashlib.sha256(b"eight").hexdigest(), "eight", 8,
     [hashlib.sha256(b"seat %d" % seat).hexdigest() for seat in range(8)]),
]


def chacha20_block(key: bytes, counter: int, nonce: int) -> list[int]:
    """One block as sixteen words; counter and nonce have 64 bits each."""
    start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, *struct.unpack("<8I", key),
             counter & MASK, counter >> 32, nonce & MASK, nonce >> 32]
    x = start[:]

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & MASK
            x[r] ^= x[p]
            x[r] = (x[r] << turn | x[r] >> (32 - turn)) & MASK

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) & MASK for a, b in zip(x, start)]


def words(key: bytes, n: int) -> list[int]:
    made: list[int] = []
    while len(made) < n:
        made += chacha20_block(key, len(made) // 16, 0)
    return made[:n]


def text(use: str, table: str, n_seats: int, given: list) -> str:
    lines = ["speakeasy-deal 1", use, f"table {table}", f"seats {n_seats}"]
    lines += [f"seat {seat} {value or '-'}" for seat, value in enumerate(given)]
    return "".join(line + "\n" for line in lines)


def vector(seed: str, table: str, n_seats: int, given: list) -> dict:
    secret = bytes.fromhex(seed)

    def key(use: str) -> str:
        signed = text(use, table, n_seats, given).encode("ascii")
        return hmac.new(secret, signed, hashlib.sha256).hexdigest()

    chance = key("chance")
    return {
        "seed": seed, "table": table, "seats": n_seats, "contributions": given,
        "commitment": hashlib.sha256(secret).hexdigest(),
        "text": text("chance", table, n_seats, given),
        "chance_key": chance, "bots_key": key("bots"),
        "chance_words": words(bytes.fromhex(chance), N_WORDS),
    }


def main() -> int:
    # RFC 8439, 2.3.2 has another split of counter and nonce; the block of zeros is the same in both.
    assert chacha20_block(bytes(32), 0, 0)[0] == 0xade0b876
    made = json.dumps([vector(*case) for case in CASES], indent=1) + "\n"
    if "--check" not in sys.argv[1:]:
        sys.stdout.write(made)
        return 0
    with open(FILE, encoding="ascii") as f:
        return 0 if f.read() == made else 1


if __name__ == "__main__":
    sys.exit(main())
