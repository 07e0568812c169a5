# Speakeasy: short commands around meson. `make help` lists them.
# The kinds of build (release, dev, asan, ...) are described in tools/build.
.DEFAULT_GOAL := build/speakeasy
.PHONY: build/speakeasy help play terminal site cluster install deb quick check dev asan bench fuzz sim mutants coverage lint format clean

GAME ?= famiglia
SEATS ?=
FUZZ_SECONDS ?= 600
PREFIX ?= /usr/local

build/speakeasy: ## (plain `make`) release build: the tool is build/speakeasy
	@tools/install play
	@TARGETS=speakeasy tools/build release

help: ## this list
	@sed -n 's/^\([a-z/]*\):.*## /\1\t/p' Makefile | sed 's,^build/speakeasy\t,make\t,; t; s/^/make /' | expand -t 16

play: build/speakeasy ## install what is missing, build, and open the start page in a browser
	@tools/build wasm
	@build/speakeasy serve --open

terminal: build/speakeasy ## play in this terminal (GAME=famiglia, SEATS="--seat human --seat bot:hard")
	@build/speakeasy play $(GAME) $(SEATS)

site: build/speakeasy ## the page and its engine in one folder, build/site, for any web server: bots, lessons, puzzles, no rooms
	@tools/build wasm
	@tools/site make build/site

cluster: ## a whole cluster on this machine, to look at and to break: three nodes, PostgreSQL, NATS, a load balancer
	@tools/install cluster
	@! [ -d build/release ] || meson introspect --dependencies build/release | grep -q libnats || meson setup --reconfigure build/release >/dev/null
	@tools/build release
	@tools/build wasm
	@tools/cluster

install: build/speakeasy ## install tool, page, library, manuals, systemd unit and docs below PREFIX (/usr/local); DESTDIR=... for packagers
	@meson configure build/release --prefix "$(PREFIX)"
	@tools/build release
	@DESTDIR="$(abspath $(DESTDIR))" meson install -C build/release --quiet >build/release/install.log
	@if [ -d build/web ]; then tools/site stamp; cp -r build/web/. "$(abspath $(DESTDIR))$(PREFIX)/share/speakeasy/web/"; fi
	@echo "Installed below $(DESTDIR)$(PREFIX). Next: docs/hosting.md."

deb: ## build Debian packages into build/deb, and let lintian look at them
	@tools/install deb
	@tools/deb

quick: ## build and test what you changed, in under a minute (`tools/quick --list` says what)
	@tools/install check
	@tools/quick

check: ## install what is missing, build, and run every test
	@tools/install check
	@tools/check

dev: ## development build (gcc, warnings are errors), and all its tests
	@tools/install check
	@tools/build dev test

asan: ## all tests under the address and undefined behaviour sanitizers
	@tools/install check
	@tools/build asan test --no-suite project

bench: build/speakeasy ## rates, sizes, and instructions per transition under callgrind
	@tools/install bench
	@tools/bench

fuzz: ## run every fuzz target for FUZZ_SECONDS (600)
	@tools/install check
	@tools/fuzz $(FUZZ_SECONDS)

sim: ## simulate the whole house, with faults, until something breaks (SIM="--seconds 1800")
	@tools/install check
	@tools/sim $(SIM)

mutants: ## break the house in one place after the other: the simulator must notice
	@tools/install check
	@TARGETS=tests/sim tools/build sim
	@tools/mutants --build build/sim

coverage: ## test coverage: a table here, pages in build/coverage/html
	@tools/install coverage
	@tools/build coverage test --no-suite project
	@tools/coverage

lint: ## clang-tidy, cppcheck and formatting
	@tools/install lint
	@tools/lint

format: ## format C with clang-format, JavaScript with prettier
	@tools/install format
	@tools/list_files c_files | xargs clang-format -i
	@tools/list_files js_files | xargs node_modules/.bin/prettier --log-level warn --write

clean: ## delete everything that was built
	rm -rf build
