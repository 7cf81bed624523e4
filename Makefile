# The two commands everyone needs are `make run` and `make test`; `make help` lists the rest.
CARGO ?= cargo
OPEN_SPIEL := target/venv/open_spiel

.DEFAULT_GOAL := help
.PHONY: help run test test-long bench bench-server test-api check-tools check-lints

help:
	@echo "make run        build, start the server and open it in the browser; stop with Ctrl-C"
	@echo "make test       formatting, lints, all tests"
	@echo "make test-long  the tests that take minutes, too"
	@echo "make bench      speed of every game and agent, and the fingerprint of their behaviour"
	@echo "make bench-server  2,000 tables with a move a second, beside 10,000 idle connections"
	@echo "make test-api   everything the OpenAPI document allows, and what it does not, asked at random"

run: check-tools
	@$(CARGO) run --release --locked --package ludorum-cli -- serve --open

test: check-tools check-lints
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) test --workspace --locked

test-long: test $(OPEN_SPIEL)
	$(CARGO) test --workspace --locked --release -- --ignored

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
	@target/venv/bin/python benches/openspiel.py target/release/ludorum 2>/dev/null

bench-server: check-tools
	@ulimit -n 20000 && $(CARGO) run --release --locked --package ludorum-server --example load

SCHEMATHESIS := target/venv/bin/schemathesis

$(SCHEMATHESIS):
	python3 -m venv target/venv
	target/venv/bin/pip install --quiet schemathesis

test-api: check-tools $(SCHEMATHESIS)
	@$(CARGO) build --locked --package ludorum-cli
	@sh benches/schemathesis.sh target/debug/ludorum $(SCHEMATHESIS)

# Says what is missing before a build fails with something less clear.
check-tools:
	@command -v $(CARGO) >/dev/null 2>&1 || { \
	  echo "cargo is missing: install Rust 1.90 or newer from https://rustup.rs"; \
	  echo "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"; exit 1; }
	@command -v cc >/dev/null 2>&1 || { \
	  echo "a linker is missing: install a C compiler, such as with: apt install gcc"; exit 1; }

check-lints:
	@$(CARGO) fmt --version >/dev/null 2>&1 && $(CARGO) clippy --version >/dev/null 2>&1 || { \
	  echo "rustfmt or clippy is missing: rustup component add rustfmt clippy"; exit 1; }
