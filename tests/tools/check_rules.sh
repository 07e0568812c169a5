#!/bin/sh
# Does tools/check_rules bark? Plants rules and tests into a tiny tree of its own.
set -eu
check=$(cd "$(dirname "$0")/../.." && pwd)/tools/check_rules
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/src/games/rum"
cd "$tree/src/games"
echo 'GAME(rum)' >games.def
echo '    .prefix = "RU", .over_rule = "RU-1",' >rum/game.c
n=0

cat >rum/rules.md <<'END'
### RU-1 Setup
- **RU-1.1** One.
- RU-1.2 Two, see RU-1.1.
- **RU-1.10** Ten.
| RU-R1 | a ruling | RU-1.1 |
| RU-R10 | another |
END
cat >rum/README.md <<'END'
| `RU-V1` | a vector |
- **RU-I1** An invariant.
| RU-R1 | why |
END
all='TEST(ru_1_1_a) TEST(ru_1_2) TEST(ru_1_10_b) TEST(ru_r1_c) TEST(ru_r10_ru_v1) TEST(ru_i1_d)'

says() { # what it has to say, the tests, C sources besides
    n=$((n + 1))
    printf '%s\n' "$2" >rum/rules_test.c
    printf '%s\n' "${3:-}" >rum/rules.c
    said=$("$check" "$tree") && code=0 || code=1
    case $said in
    *"$1"*) ;;
    *) echo "not ok $n - wanted '$1', got: $said" && exit 1 ;;
    esac
    want=1
    [ "$1" != 'check_rules: 0 problems' ] || want=0
    [ $code -eq $want ] || { echo "not ok $n - exit code $code" && exit 1; }
    echo "ok $n - $1"
}
without() { printf '%s' "$all" | sed "s/$1//"; }

says 'check_rules: 0 problems' "$all"
says 'rum: 7 rules, 7 tested' "$all /* RU-9.9 */"
says "rules.md:2: RU-1.1 is in no test's name" "$(without 'TEST(ru_1_1_a)')"
says "rules.md:4: RU-1.10 is in no test's name" "$(without 'TEST(ru_1_10_b)')"
says "rules.md:5: RU-R1 is in no test's name" "$(without 'TEST(ru_r1_c)') TEST(ru_r10_x)"
says "README.md:1: RU-V1 is in no test's name" "$(without '_ru_v1')"
says "README.md:2: RU-I1 is in no test's name" "$(without 'TEST(ru_i1_d)')"
says "RU-1.2 is in no test's name" "$(without 'TEST(ru_1_2)') f(\"RU-1.2\");" # a string proves nothing
says "RU-1.2 is in no test's name" "$(without 'TEST(ru_1_2)') /* RU-1.1 to RU-1.2 */" # nor does a comment
says "RU-1.2 is in no test's name" "$(without 'TEST(ru_1_2)') /* TEST(ru_1_2) */" # nor a test that does not run
says "RU-1.2 is in no test's name" "$(without 'TEST(ru_1_2)')
// TEST(ru_1_2)"
says "RU-1.2 is in no test's name" "$(without 'TEST(ru_1_2)') /*
TEST(ru_1_2)
*/"
says 'check_rules: 0 problems' "f(\"/*\"); $all f(\"*/\");" # a string is no comment
says 'check_rules: 0 problems' "$(without 'TEST(ru_1_2)') TEST(ru_1_1_ru_1_2_both)"
says 'rum/rules.c:2: RU-1.3 is not in' "$all" '
/* RU-1.3 */'
says 'RU-R2 is not in' "$all" 'refuse("RU-R2")'
says 'RU-2 is not in' "$all" '/* RU-2 */'
says 'check_rules: 0 problems' "$all" '/* RU-1, RU-1.10, RU-R10 */'
echo "1..$n"
