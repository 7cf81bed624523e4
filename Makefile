# The two commands everyone needs are `make run` and `make test`; `make help` lists the rest.
CARGO ?= cargo
OPEN_SPIEL := target/venv/open_spiel

.DEFAULT_GOAL := help
.PHONY: help run test test-long deny bench bench-server bench-python bench-ray test-api test-python check-tools check-lints check-python check-chromium check-test-tools test-web bench-web screenshots play package install uninstall

help:
	@echo "make run        build, start the server and open its page; stop with Ctrl-C (LAN=1: for the whole network)"
	@echo "make play       play in the terminal"
	@echo "make test       formatting, lints, all tests"
	@echo "make test-long  the tests that take minutes, too"
	@echo "make bench      speed of every game and agent, and the fingerprint of their behaviour"
	@echo "make bench-server  2,000 tables with a move a second, beside 10,000 idle connections"
	@echo "make test-python  the Python package, built and tested in a fresh environment"
	@echo "make bench-python  how fast games are from Python, beside OpenSpiel and PettingZoo"
	@echo "make bench-ray  what a cluster of Ray costs, and what its driver can do"
	@echo "make bench-web  how long a click takes to be answered in a browser"
	@echo "make screenshots  a picture of every page, in target/screenshots"
	@echo "make package    a tarball with program, service, manual pages and docs, in target/package"
	@echo "make install    the same into PREFIX (/usr/local); SERVICE=1 starts the server now and at every boot"
	@echo "make uninstall  removes it again; games and options stay"
	@echo "make deny       licences, sources, duplicate versions and advisories of all crates we use (installs cargo-deny)"
	@echo "make test-api   everything the OpenAPI document allows, and what it does not, asked at random"

# Without Node it serves what there is: everything but the page, or the page that was built before.
run: check-tools
	@if sh packaging/tools.sh node; then \
	  $(MAKE) --no-print-directory web/dist/index.html; \
	else \
	  echo "going on without building the page; games in the terminal and the API work"; \
	fi
	@$(CARGO) run --release --locked --package ludorum-cli -- serve --open $(if $(LAN),--lan)

play: check-tools
	@$(CARGO) run --release --locked --package ludorum-cli -- play

test: check-tools check-lints check-test-tools web/dist/index.html
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) test --workspace --locked
	$(MAKE) test-python
	$(MAKE) test-web

# Not a part of `make test`: cargo-deny takes minutes to build, and the advisories come from the network.
deny: check-tools
	@$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-deny
	$(CARGO) deny --locked check

# Floods of connections want many open files.
test-long: test $(OPEN_SPIEL) /usr/sbin/nginx /usr/bin/caddy
	ulimit -n 20000 && $(CARGO) test --workspace --locked --release -- --ignored

# The proxies of the guide.
/usr/sbin/nginx /usr/bin/caddy:
	@[ "$$(id -u)" = 0 ] || { echo "$@ is missing: sudo apt install nginx caddy"; exit 1; }
	apt-get update && apt-get install --yes --no-install-recommends nginx caddy

# Another implementation of some of the games, to compare with.
$(OPEN_SPIEL):
	@command -v python3 >/dev/null 2>&1 || { \
	  echo "python3 is missing: install it, such as with: apt install python3 python3-venv"; exit 1; }
	python3 -m venv target/venv
	target/venv/bin/pip install --quiet open_spiel
	touch $@

bench: check-tools $(OPEN_SPIEL)
	@$(CARGO) build --release --locked --package ludorum-cli
	@target/release/ludorum bench
	@target/release/ludorum perft quoridor --depth 4
	@target/release/ludorum bench quoridor --speedup 5,6 --threads 2
	@target/release/ludorum bench yinsh --speedup 5 --after 14 --threads 2 --times 1
	@$(CARGO) run --release --locked --quiet --package ludorum-arena --example runner
	@target/venv/bin/python benches/openspiel.py target/release/ludorum 2>/dev/null

bench-server: check-tools
	@ulimit -n 20000 && $(CARGO) run --release --locked --package ludorum-server --example load

# What a cluster of Ray costs, with the package built for speed in an environment of its own.
bench-ray: check-tools
	rm -rf target/venv-ray-bench
	python3 -m venv target/venv-ray-bench
	target/venv-ray-bench/bin/pip install --quiet ".[cluster]"
	@target/venv-ray-bench/bin/python benches/ray_overhead.py
	@target/venv-ray-bench/bin/python benches/driver.py

SCHEMATHESIS := target/venv/bin/schemathesis

$(SCHEMATHESIS):
	python3 -m venv target/venv
	target/venv/bin/pip install --quiet schemathesis

test-api: check-tools $(SCHEMATHESIS)
	@$(CARGO) build --locked --workspace --bin ludorum
	@sh benches/schemathesis.sh target/debug/ludorum $(SCHEMATHESIS)

PYTHON ?= python3
PYTHON_VENV := target/venv-python

# The wheel shares what cargo has built for the tests, so this builds little but the binding itself.
test-python: check-tools check-python
	rm -rf $(PYTHON_VENV) target/wheels
	$(PYTHON) -m venv $(PYTHON_VENV)
	$(PYTHON_VENV)/bin/pip install --quiet 'maturin>=1.9,<2' pytest
	$(PYTHON_VENV)/bin/maturin build --quiet --locked --profile dev --out target/wheels
	$(PYTHON_VENV)/bin/pip install --quiet "$$(echo target/wheels/ludorum-*.whl)[frames,environments,openspiel,plots,cluster]"
	$(CARGO) build --locked --workspace --bin ludorum
	LUDORUM=$(CURDIR)/target/debug/ludorum $(PYTHON_VENV)/bin/python -m pytest --quiet python/tests

bench-python: check-tools check-python
	@$(CARGO) build --release --locked --package ludorum-cli
	rm -rf $(PYTHON_VENV)-bench target/wheels-bench
	$(PYTHON) -m venv $(PYTHON_VENV)-bench
	$(PYTHON_VENV)-bench/bin/pip install --quiet 'maturin>=1.9,<2' pygame chess
	$(PYTHON_VENV)-bench/bin/maturin build --quiet --locked --release --out target/wheels-bench
	$(PYTHON_VENV)-bench/bin/pip install --quiet "$$(echo target/wheels-bench/ludorum-*.whl)[environments,openspiel]"
	@$(PYTHON_VENV)-bench/bin/python -W ignore benches/python.py target/release/ludorum 2>/dev/null

check-python:
	@PYTHON='$(PYTHON)' sh packaging/tools.sh python

WEB_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts

# Not `npm ci`, which wants the compilers of all systems in the lock file; this takes the versions in it too.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@sh packaging/tools.sh node
	cd web && npm install --no-save --no-audit --no-fund
	@touch $@

# The page. It is part of the server's binary, which cargo builds again when this file of it is newer.
web/dist/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run --silent build
	@touch $@ crates/server/src/routes/page.rs

# The page in a browser, beside the types and words it is made of.
test-web: web/dist/index.html check-chromium
	$(CARGO) build --locked --workspace --bin ludorum
	cd web && npm run --silent check && npm run --silent test && CHROMIUM="$$($(FIND_CHROMIUM))" npm run --silent browser

bench-web: web/dist/index.html check-chromium
	$(CARGO) build --release --locked --package ludorum-cli
	cd web && CHROMIUM="$$($(FIND_CHROMIUM))" LUDORUM=../target/release/ludorum npm run --silent bench

screenshots: web/dist/index.html check-chromium
	$(CARGO) build --locked --workspace --bin ludorum
	cd web && CHROMIUM="$$($(FIND_CHROMIUM))" npm run --silent screenshots

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
PACKAGE := target/package/ludorum-$(VERSION)-$(shell uname -m)-$(shell uname -s | tr A-Z a-z)
PREFIX ?= /usr/local

$(PACKAGE)/install.sh: check-tools web/dist/index.html FORCE
	$(CARGO) build --release --locked --package ludorum-cli
	sh packaging/stage.sh target/release/ludorum $(PACKAGE)

package: $(PACKAGE)/install.sh
	tar -C target/package -czf $(PACKAGE).tar.gz $(notdir $(PACKAGE))
	@ls -lh $(PACKAGE).tar.gz

# Built by whoever calls it; only what needs to write into PREFIX needs their rights: sudo make install
install: $(PACKAGE)/install.sh
	sh $(PACKAGE)/install.sh --prefix $(PREFIX) $(if $(DESTDIR),--destdir $(DESTDIR)) $(if $(SERVICE),--service)

uninstall:
	sh packaging/uninstall.sh --prefix $(PREFIX) $(if $(DESTDIR),--destdir $(DESTDIR))

FORCE:

# CHROMIUM=/path/to/chrome names the browser for the tests of the page; otherwise it is looked for.
FIND_CHROMIUM = CHROMIUM='$(CHROMIUM)' sh $(CURDIR)/packaging/tools.sh chromium

check-chromium:
	@$(FIND_CHROMIUM) >/dev/null

# Everything the tests need is looked for before the first of them is built.
check-test-tools:
	@CHROMIUM='$(CHROMIUM)' PYTHON='$(PYTHON)' sh packaging/tools.sh test

# Says what is missing before a build fails with something less clear.
check-tools:
	@command -v $(CARGO) >/dev/null 2>&1 || { \
	  echo "cargo is missing: install Rust 1.90 or newer from https://rustup.rs"; \
	  echo "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"; exit 1; }
	@command -v cc >/dev/null 2>&1 && command -v c++ >/dev/null 2>&1 || { \
	  echo "a C++ compiler is missing, to link with and for plug-ins: apt install g++"; exit 1; }

check-lints:
	@$(CARGO) fmt --version >/dev/null 2>&1 && $(CARGO) clippy --version >/dev/null 2>&1 || { \
	  echo "rustfmt or clippy is missing: rustup component add rustfmt clippy"; exit 1; }
