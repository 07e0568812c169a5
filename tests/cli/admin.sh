#!/bin/sh
# admin.sh: what `speakeasy admin` and `speakeasy serve` refuse before they open anything. What they do is tried on
# a house that runs (tests/server/serve_admin_test.py).
. "$(dirname "$0")/helpers"
unset SPEAKEASY_DATA SPEAKEASY_CONFIG

refuses "needs more" admin
refuses "admin has no 'lst'; did you mean 'list'?" admin lst --data "$tmp"
refuses "admin has no 'frobnicate'" admin frobnicate --data "$tmp"
refuses "'admin show' needs more" admin show --data "$tmp"
refuses "one word too many for 'admin list'" admin list k7 --data "$tmp"
refuses "one word too many" admin forget a b c --data "$tmp"
refuses "is not a directory" admin list --data "$tmp/none"
refuses "speakeasy.db" admin list --data "$tmp"
[ -e "$tmp/speakeasy.db" ] && fail "a store was made"
refuses "a server in memory" admin list --data memory
refuses "takes a time like 90d" admin list --data "$tmp" --older soon
refuses "takes a time like 90d" admin list --data "$tmp" --older 5y
refuses "'admin move-store' needs more" admin move-store "$tmp"
refuses "$tmp/none is not a directory" admin move-store "$tmp/none" "$tmp/there"
[ -e "$tmp/there" ] && fail "a directory was made"
refuses "store takes a URL like postgresql://USER@HOST/NAME" admin list --store "$tmp"
refuses "store takes a URL like postgresql://USER@HOST/NAME" serve --store mysql://ann:secret@here/there
refuses "--status takes open|playing" admin list --data "$tmp" --status broken

# Another program's file is left alone
echo "not a database, but somebody's letter" >"$tmp/speakeasy.db"
refuses "speakeasy.db" admin check --data "$tmp"
grep -q letter "$tmp/speakeasy.db" || fail "the letter is gone"

printf 'data = "%s"\n' "$tmp/elsewhere" >"$tmp/s.conf"
refuses "elsewhere is not a directory" admin list --config "$tmp/s.conf"
SPEAKEASY_DATA="$tmp/third" refuses "third is not a directory" admin list --config "$tmp/s.conf"
refuses "none.conf: No such file" admin list --config "$tmp/none.conf"

runs "the manual of admin" admin --help
narrow
for action in list show status close export delete forget backup vacuum check move-store; do
    has "  $action"
done
runs "the manual of serve" serve --help
narrow
says "--listen ADDR:PORT listen on this address"
has "connections=20000"
has "tables_per_hour=60"
runs "the settings" serve --print-config --data "$tmp"
has "data = $tmp"
refuses "did you mean --listen?" serve --lisen 1
refuses "--tls needs two values" serve --tls cert
finish
