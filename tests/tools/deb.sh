#!/bin/sh
# The Debian packages. In every run: debian/ fits the rest of the project, and everything it wants to pack is something
# that `make install` installs. With SPK_LONG=1 (ten minutes, network): they are built, lintian has nothing to say, and in a
# bare Debian they are installed, used as a stranger would, removed and purged.
set -eu
dir=$(mktemp -d)
chroot=
leave() {
    [ -z "$chroot" ] || { umount "$chroot/proc" 2>/dev/null || :; }
    rm -rf --one-file-system "$dir"
}
trap leave EXIT
trap 'exit 1' INT TERM
fail() { echo "deb: $*" >&2 && exit 1; }
build=${SPK_BUILD:?}

# -- One version, one list of needs ---------------------------------------------------------------------
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
sed -n '1s/^speakeasy (\(.*\)) .*/\1/p' debian/changelog | grep -qx "$version" || fail "debian/changelog is not about $version"
grep -qx "version = \"$version\"" python/pyproject.toml || fail "python/pyproject.toml is not about $version"
grep -qx "__version__ = \"$version\"" python/speakeasy/__init__.py || fail "speakeasy.__version__ is not $version"
for package in $(sed -n "/^play='/,/'\$/p" tools/install | tr -s "'= \n" '\n' | grep -- '-dev\|^clang$\|^lld$\|wasi\|gettext'); do
    case $package in libc6-dev) continue ;; esac
    grep -q "^ $package\b" debian/control || fail "debian/control does not build-depend on $package, which tools/install play wants"
done
for package in $(sed -n 's/^ \([a-z0-9.+-]*\).*,\?$/\1/p' debian/control | sed '/^wasi-libc$/q'); do
    grep -q "\b$package\b" tools/install || fail "tools/install deb does not install $package"
done
abi=$(sed -n "s/^library_abi = '\(.*\)'.*/\1/p" meson.build)
grep -q "^Package: libspeakeasy$abi\$" debian/control && grep -q "(symver)SPEAKEASY_$abi " "debian/libspeakeasy$abi.symbols" ||
    fail "the library's package is not libspeakeasy$abi"

# -- What is packed is there ------------------------------------------------------------------------------
meson install -C "$build" --no-rebuild --quiet --destdir "$dir/root" >"$dir/log" 2>&1 || fail "$(cat "$dir/log")"
prefix=$dir/root/usr
[ ! -d "$dir/root/usr/local" ] || prefix=$dir/root/usr/local
for pattern in $(cat debian/speakeasy.install debian/libspeakeasy*.install); do
    ls $prefix/${pattern#usr/} >/dev/null 2>&1 || fail "debian/*.install wants $pattern, which is not installed"
done
[ -f "$prefix/lib/systemd/system/speakeasy.service" ] && [ -f "$prefix/share/doc/speakeasy/speakeasy.conf" ] || fail "unit or settings are missing"
for package in $(sed -n 's/^Package: //p' debian/control); do
    [ -f "debian/$package.install" ] || fail "$package is empty"
done
for script in debian/*.postinst debian/*.postrm; do
    sh -n "$script" && grep -q '^#DEBHELPER#$' "$script" || fail "$script"
done
[ "${SPK_LONG:-}" = 1 ] || exit 0

# -- Built ------------------------------------------------------------------------------------------------
[ "$(id -u)" = 0 ] || fail "a bare Debian needs root"
tools/install deb
tools/deb

# -- In a bare Debian ---------------------------------------------------------------------------------------
chroot=$dir/debian
debootstrap --variant=minbase bookworm "$chroot" "${SPK_MIRROR:-http://deb.debian.org/debian}" >"$dir/log" 2>&1 || fail "$(tail -n 5 "$dir/log")"
mount -t proc proc "$chroot/proc" || fail "proc"
mkdir "$chroot/debs" && cp build/deb/*.deb "$chroot/debs/"
cp tests/tools/deb_stranger "$chroot/stranger"
chroot "$chroot" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh /stranger
