#!/bin/sh
# doctor.sh: `speakeasy doctor` on broken installations and houses: each is broken in one place, and the finding names it
# and says what to do. Then it is mended, and the finding is gone.
. "$(dirname "$0")/helpers"
unset SPEAKEASY_DATA SPEAKEASY_CONFIG XDG_DATA_HOME
root=$(cd "$(dirname "$0")/../.." && pwd)

# A house that is well, but for what this machine is (its clock, its limits, its user); and settings of its own.
house() { # [SETTING...]
    rm -rf "$tmp/house" "$tmp/web" && mkdir -m 700 "$tmp/house" && mkdir -p "$tmp/web/rules"
    cp -r "$root/nets" "$tmp/web/nets"
    touch "$tmp/web/index.html" "$tmp/web/table.html" "$tmp/web/speakeasy.wasm" "$tmp/web/rules/list.json" "$tmp/web/nets/list.json"
    printf 'data = %s\nweb = %s\nlisten = 127.0.0.1:0\nconnections = 50\n' "$tmp/house" "$tmp/web" >"$tmp/h.conf"
    [ $# = 0 ] || printf '%s\n' "$@" >>"$tmp/h.conf"
}
version() { # [NUMBER]: the store's, set or told
    python3 - "$tmp/house/speakeasy.db" "$@" <<'END'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
print(*store.execute("pragma user_version" + "".join(f" = {n}" for n in sys.argv[2:])).fetchone() or ())
store.commit()
END
}
doctor() { # WHAT STATE CHECK WORDS MEND...: what is expected of one finding
    what=$1 state=$2 check=$3 words=$4 mend=$5
    shift 5
    "$speakeasy" doctor --json --config "$tmp/h.conf" "$@" >"$out" 2>"$err" </dev/null
    code=$?
    [ -s "$err" ] && fail "something on stderr: $(head -n 1 "$err")"
    python3 - "$out" "$code" "$state" "$check" "$words" "$mend" <<'END' || fail "$(cat "$out")"
import json, sys
file, code, state, check, words, mend = sys.argv[1:]
with open(file, encoding="utf-8") as f:
    told = json.load(f)
found = [f for f in told["findings"] if f["check"] == check and f["state"] == state and words in f["what"]]
assert found, f"no {state} finding of {check} says '{words}'"
assert mend in found[0].get("mend", ""), f"it does not say '{mend}'"
assert all(f["what"] and "\n" not in f["what"] for f in told["findings"])
assert all(("mend" in f) == (f["state"] != "fine") for f in told["findings"])
assert int(code) == (1 if told["wrong"] else 0), f"exit code {code}"
assert sum(told[s] for s in ("fine", "odd", "wrong")) == len(told["findings"])
END
}

house
doctor "a house that is well" fine data "$tmp/house" ""
grep -q '"wrong":0' "$out" || fail "something is wrong with a house that is well: $(cat "$out")"
doctor "its games" fine games "4 games" ""
doctor "its page" fine page "$tmp/web" ""
doctor "no store yet" fine store "none yet" ""

# Settings
echo 'lisen = *:80' >>"$tmp/h.conf"
doctor "a wrong setting" wrong settings "h.conf:5:" "serve --help"
house "listen = nowhere"
SPEAKEASY_COLOUR=red doctor "a wrong variable" wrong settings "SPEAKEASY_COLOUR" "serve --help"
rm "$tmp/h.conf"
doctor "no such file" wrong settings "h.conf: No such file" "print-config"

# The page
house && rm "$tmp/web/speakeasy.wasm"
doctor "no engine for the page" wrong page "speakeasy.wasm is not there" "make install"
house && echo more >>"$tmp/web/nets/famiglia/2.net"
doctor "another version's page" wrong page "nets/famiglia/2.net" "install both again"

# Data and disk
house && chmod 755 "$tmp/house"
doctor "a data directory for all to read" odd data "mode 755" "chmod 700"
house && rm -r "$tmp/house" && touch "$tmp/house"
doctor "a file in its place" wrong data "is not a directory" "data"
rm "$tmp/house" && house
doctor "nothing is kept" odd data "in memory" "data" --data memory
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && setpriv --reuid 65534 --regid 65534 --clear-groups "$speakeasy" --version >/dev/null 2>&1; then
    chmod 711 "$tmp" && chmod 644 "$tmp/h.conf"
    plain=$speakeasy
    printf '#!/bin/sh\nexec setpriv --reuid 65534 --regid 65534 --clear-groups "%s" "$@"\n' "$plain" >"$tmp/as_nobody"
    chmod 755 "$tmp/as_nobody" && speakeasy=$tmp/as_nobody
    doctor "somebody else's data" wrong data "cannot be written by nobody" "chown -R nobody"
    echo 'listen = 127.0.0.1:81' >>"$tmp/h.conf"
    [ "$(cat /proc/sys/net/ipv4/ip_unprivileged_port_start)" -le 81 ] || doctor "a port of root's" wrong ports "ports below 1024" "CAP_NET_BIND_SERVICE"
    speakeasy=$plain
fi

# The store
house && echo "somebody's letter, long enough to be no empty file" >"$tmp/house/speakeasy.db"
doctor "no database" wrong store "speakeasy.db" "restore a backup"
grep -q letter "$tmp/house/speakeasy.db" || fail "the letter is gone"
house
python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute("create table letters (x)"); c.commit()' "$tmp/house/speakeasy.db"
doctor "another program's database" wrong store "another program" "restore a backup"
house
python3 - "$speakeasy" "$tmp" <<'END' || fail "no store was made"
import subprocess, sys, signal
server = subprocess.Popen([sys.argv[1], "serve", "--config", f"{sys.argv[2]}/h.conf"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
address = server.stdout.readline().split()[-1].removeprefix("http://")
with open(f"{sys.argv[2]}/h.conf") as f:
    lines = [line for line in f if not line.startswith("listen")]
with open(f"{sys.argv[2]}/busy.conf", "w") as f:
    f.writelines([*lines, f"listen = {address}\n"])
said = subprocess.run([sys.argv[1], "doctor", "--all", "--config", f"{sys.argv[2]}/busy.conf"], stdout=subprocess.PIPE, text=True)
server.send_signal(signal.SIGTERM)
assert server.wait(timeout=60) == 0
assert f"a Speakeasy is open at {address}" in " ".join(said.stdout.split()), said.stdout
assert said.returncode == 0, said.stdout
END
doctor "a store" fine store "speakeasy.db" ""
version 999
doctor "a newer Speakeasy's store" wrong store "newer Speakeasy" "restore a backup"
version 1
doctor "an older Speakeasy's store" odd store "an older Speakeasy" "back it up"
[ "$(version)" = 1 ] || fail "looking at an old store has migrated it"
: >"$tmp/house/speakeasy.db"
doctor "an emptied store" wrong store "speakeasy.db" "restore a backup"
house 'store = postgresql://nobody@127.0.0.1:1/none'
doctor "a database that does not answer" wrong store "127.0.0.1:1" "psql"
house 'bus = nats://127.0.0.1:1'
doctor "a bus that does not answer" wrong bus "127.0.0.1:1" "nats-server"

# Ports
house
python3 - "$speakeasy" "$tmp" <<'END' || fail "a foreign program at our port went unnoticed"
import socket, subprocess, sys, threading
other = socket.create_server(("127.0.0.1", 0))
def answer():
    guest, _ = other.accept()
    guest.recv(1000), guest.sendall(b"220 mail.example.org ESMTP\r\n"), guest.close()
threading.Thread(target=answer, daemon=True).start()
with open(f"{sys.argv[2]}/h.conf", "a") as f:
    f.write(f"listen = 127.0.0.1:{other.getsockname()[1]}\n")
said = subprocess.run([sys.argv[1], "doctor", "--config", f"{sys.argv[2]}/h.conf"], stdout=subprocess.PIPE, text=True)
assert "another program is listening" in said.stdout and "ss -ltnp" in said.stdout and said.returncode == 1, said.stdout
END
house 'listen = 192.0.2.7:1925'
doctor "another machine's address" wrong ports "no address of this machine" "ip address"

# The certificate
certificate() { # NAME DAYS
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days "$2" \
        -keyout "$tmp/$1.key" -out "$tmp/$1.pem" 2>/dev/null && chmod 600 "$tmp/$1.key"
}
certificate long 90 && certificate short 3 && certificate other 90
house "tls = $tmp/long.pem $tmp/long.key"
doctor "a good certificate" fine certificate "more days" ""
house "tls = $tmp/short.pem $tmp/short.key"
doctor "one that expires soon" odd certificate "expires in" "reload"
house "tls = $tmp/long.pem $tmp/other.key"
doctor "another's key" wrong certificate "is not the key of" "belong together"
house "tls = $tmp/long.key $tmp/long.key"
doctor "no certificate" wrong certificate "cannot be read as a certificate" "PEM"
house "tls = $tmp/long.pem $tmp/long.key" && chmod 644 "$tmp/long.key"
doctor "a key for all to read" odd certificate "everybody on this machine" "chmod o-r"
openssl req -x509 -key "$tmp/other.key" -subj /CN=localhost -days -1 -out "$tmp/old.pem" 2>/dev/null ||
    openssl x509 -new -subj /CN=localhost -key "$tmp/other.key" -days -1 -out "$tmp/old.pem" 2>/dev/null || :
if [ -s "$tmp/old.pem" ]; then
    house "tls = $tmp/old.pem $tmp/other.key"
    doctor "one that has expired" wrong certificate "has expired" "renew"
fi

# Address, proxy, limits
house 'public-url = https://play.example.org'
doctor "nobody encrypts" wrong address "neither 'tls' nor a 'proxy'" "tls"
doctor "a proxy that is not trusted" odd proxy "share one address" "proxy = 127.0.0.1"
house 'public-url = https://play.example.org' 'proxy = 127.0.0.1 ::1'
doctor "a proxy that is" fine proxy "those that are named" ""
house 'proxy = 0.0.0.0/0'
doctor "everybody is a proxy" wrong proxy "everybody" "own address"
house 'public-url = http://play.example.org'
doctor "not encrypted" odd address "not encrypted" "https"
house 'listen = *:0'
doctor "no public address" odd address "'public-url' is not set" "guests type"
house 'connections = 4000000000'
doctor "more connections than files" odd files "too few for 4000000000" "LimitNOFILE"

# For people: lines, narrow, and only what matters unless --all is given.
house && chmod 755 "$tmp/house"
runs "for people" doctor --config "$tmp/h.conf"
narrow
has "odd    data        others on this machine"
has "-> chmod 700"
has_not "fine  "
has "0 wrong, "
runs "with --all" doctor --all --config "$tmp/h.conf"
has "fine   games"
refuses "one word too many" doctor something
finish
