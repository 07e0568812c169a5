#!/bin/sh
# Does tools/install ask for what is missing, and for nothing else? With stand-ins for dpkg and apt.
set -eu
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
mkdir "$box/bin" "$box/bare" "$box/tools"
for tool in install fetch_llhttp fetch_fonts unpack; do cp "$(dirname "$0")/../../tools/$tool" "$box/tools"; done
cp "$(dirname "$0")/../../package-lock.json" "$box"
mkdir -p "$box/build/fonts" && : >"$box/build/fonts/fonts.css" # there are no fonts in the stand-ins
install=$box/tools/install
for program in sh id sed cat env dirname; do
    ln -s "$(command -v $program)" "$box/bare/$program"
done

# dpkg-query knows what the file `there` lists; apt-get installs by adding to it, and downloads an empty
# file, from which dpkg-deb takes llhttp.
cat >"$box/bin/dpkg-query" <<'END'
#!/bin/sh
shift 3
for package; do
    if grep -qx "$package" "$BOX/there"; then echo "installed $package"; else status=1; fi
done
exit ${status:-0}
END
cat >"$box/bin/apt-get" <<'END'
#!/bin/sh
echo "apt-get $*" >>"$BOX/log"
for word; do echo "$word" >>"$BOX/there"; done
case $* in *download*) : >node-llhttp_8.deb ;; esac
END
cat >"$box/bin/dpkg-deb" <<'END'
#!/bin/sh
mkdir -p "$3/usr/share/llhttp" "$3/usr/share/include/llhttp"
for file in api.c http.c llhttp.c; do : >"$3/usr/share/llhttp/$file"; done
: >"$3/usr/share/include/llhttp/llhttp.h"
END
printf '#!/bin/sh\n[ "$1" != -u ] || echo 0\n' >"$box/bin/id"
printf '#!/bin/sh\necho "npm $*" >>"$BOX/log"\nmkdir -p node_modules\n' >"$box/bin/npm"
printf '#!/bin/sh\necho "systemctl $*" >>"$BOX/log"\n' >"$box/bin/systemctl"
chmod +x "$box/bin"/*
export BOX="$box" SPK_ETC="$box/etc"

n=0
run() { # and keep what it asked apt-get for
    : >"$box/log"
    PATH="$box/bin:$PATH" "$install" "$@" >/dev/null
}
asked() { grep -q -e "$1" "$box/log" || { echo "not ok - did not ask for: $1" && exit 1; }; }
spared() { if grep -e "$1" "$box/log"; then echo "not ok - asked for: $1" && exit 1; fi; }
well() { n=$((n + 1)) && echo "ok $n - $1"; }

: >"$box/there"
run play
asked ' update$'
asked ' install -y --no-install-recommends gcc libc6-dev meson ninja-build'
well 'a fresh machine: one update, one installation'
asked ' download node-llhttp$'
spared ' install .*node'
[ -f "$box/build/llhttp/llhttp.c" ] && [ -f "$box/build/llhttp/llhttp.h" ]
well 'llhttp is fetched, and Node is not installed with it'
for package in cmocka clang-format valgrind chromium npm libpq postgresql nats; do
    spared $package
done
well 'playing needs nothing of the tests'
run play
spared .
well 'a second run asks nobody'
run check
asked libcmocka-dev
asked '^systemctl disable --now nats-server$'
spared meson
well 'only what is missing'
asked '^npm ci '
run check
spared .
well 'the tests of the page fetch their modules once'
if run nonsense 2>/dev/null; then exit 1; fi
well 'an unknown purpose is refused'
if said=$(PATH="$box/bare" "$install" play 2>&1); then exit 1; fi
case $said in *'cc meson ninja clang wasm-ld'*) ;; *) exit 1 ;; esac
well 'without apt-get it names the programs'
echo "1..$n"
