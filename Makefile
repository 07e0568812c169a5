# Speakeasy: thin words for meson. `make help` lists them.
# The kinds of build (release, dev, asan, ...) are described in tools/build.
.DEFAULT_GOAL := build/speakeasy
.PHONY: build/speakeasy help play terminal install check dev asan bench fuzz coverage lint format clean

GAME ?= famiglia
SEATS ?= --seat human --seat bot:busy
FUZZ_SECONDS ?= 600
PREFIX ?= /usr/local

build/speakeasy: ## (plain `make`) release build: the tool is build/speakeasy
	@tools/install play
	@tools/build release

help: ## this list
	@sed -n 's/^\([a-z/]*\):.*## /\1\t/p' Makefile | sed 's,^build/speakeasy\t,make\t,; t; s/^/make /' | expand -t 16

play: build/speakeasy ## install what is missing, build, and open the house in a browser
	@tools/build wasm
	@build/speakeasy serve --open

terminal: build/speakeasy ## the same in this terminal, without a browser (GAME=..., SEATS="--seat human ...")
	@build/speakeasy play $(GAME) $(SEATS)

install: build/speakeasy ## put tool, page, systemd unit and manuals below PREFIX (/usr/local); DESTDIR=... for packagers
	@meson configure build/release --prefix "$(PREFIX)"
	@DESTDIR="$(abspath $(DESTDIR))" meson install -C build/release --quiet >build/release/install.log
	@if [ -d build/web ]; then cp -r build/web/. "$(abspath $(DESTDIR))$(PREFIX)/share/speakeasy/web/"; fi
	@echo "Installed below $(DESTDIR)$(PREFIX). docs/hosting.md tells how to go on."

check: ## install what is missing, build, and pass every test there is
	@tools/install check
	@tools/check

dev: ## the build for working on: warnings are errors, all tests with gcc
	@tools/install check
	@tools/build dev test

asan: ## all tests again, under the address and undefined behaviour sanitizers
	@tools/install check
	@tools/build asan test --no-suite house

bench: build/speakeasy ## rates, sizes, and instructions per transition under callgrind
	@tools/install bench
	@tools/bench

fuzz: ## every fuzz target for FUZZ_SECONDS (600) each
	@tools/install check
	@tools/fuzz $(FUZZ_SECONDS)

coverage: ## what the tests reach: a table here, pages in build/coverage/html
	@tools/install coverage
	@tools/build coverage test --no-suite house
	@tools/coverage

lint: ## clang-tidy, cppcheck and the formatting
	@tools/install lint
	@tools/lint

format: ## let clang-format have its way
	@tools/install format
	@tools/list_files c_files | xargs clang-format -i

clean: ## forget everything that was built
	rm -rf build
