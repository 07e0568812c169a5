#!/bin/sh
# Does tools/quick find the tests of a change? It is asked for names only, so nothing is built.
set -eu
cd "$(dirname "$0")/../.."
n=0

# Only what meson knows of its tests: with more than that it could build.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/meson-info"
cp "${SPK_BUILD:-build/dev}/meson-info/intro-tests.json" "$place/meson-info"
export SPK_BUILD="$place"

finds() { # file, the tests it has to lead to
    n=$((n + 1))
    file=$1
    shift
    listed=$(tools/quick --list "$file")
    for name; do
        printf '%s\n' "$listed" | grep -qxF "$name" || { echo "not ok $n - $file does not lead to $name" && exit 1; }
    done
    echo "ok $n - $file"
}

finds src/base/phrase.c phrase phrases layers rules format
finds src/engine/ledger.c ledger contract
finds src/ai/net.c net fuzz/net bots
finds src/ai/analysis_json.c analysis cli/analyse
finds src/games/famiglia/rules.c famiglia/rules famiglia/refusals contract 'tools/words check'
finds src/games/famiglia/tests/rules_test.c famiglia/rules
finds src/games/chicago/hints.c chicago_bots
finds src/hosts/server/table/change.c server/world server/seats sim
finds src/hosts/server/http/accounts.c server/serve_accounts server/world
finds src/hosts/server/net/tls.c server/tls server/net
finds src/hosts/train/fit.c train cli/train
finds src/hosts/player/answer.c player_answer player_program
finds src/hosts/cli/person.c cli/help
finds tests/sim/house.c sim sim/seed_9
finds tests/unit/phrase_test.c phrase
finds tools/quick tools/quick
finds po/de.po 'tools/words check'
finds web/src/main.js 'tools/words check'
if grep -q '"store_postgres"' "$place/meson-info/intro-tests.json"; then
    finds src/hosts/server/store/postgres_link.c store_postgres store_postgres_trouble
fi
[ "$(find "$place" -type f | wc -l)" = 1 ] || { echo "not ok $((n + 1)) - naming tests has made files" && exit 1; }

# Every test has a file that leads to it, or is on the list of those that take minutes
n=$((n + 1))
said=$(tools/quick --unreached) || { echo "not ok $n - $said" && exit 1; }
echo "ok $n - $said"
echo "1..$n"
