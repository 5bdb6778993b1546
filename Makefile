# The commands for developers. `make` alone lists them.

HOST ?= 127.0.0.1
PORT ?= 8080
DATA ?= market-data
ARGS ?=
# Where `make install` installs; DESTDIR is prepended, for packaging.
PREFIX ?= /usr/local
DESTDIR ?=
# SwiftPM's scratch folder. Another one keeps this build separate from one that is running.
BUILD ?= .build
export BUILD

SWIFT_FILES = Package.swift Sources Tests Apps Benchmarks/ConstantRoute

SOAK_MINUTES ?= 10
FUZZ_INPUTS ?= 1000000
# With FULL=1, tests outside of Swift also do what is slow and rarely finds anything.
FULL ?=
export FULL

.DEFAULT_GOAL := help
.PHONY: help run test test-all swift-tests fuzz test-tsan soak build lint format smoke commands schema browser app assets docs man install bench clean toolchain packages

help: ## show this list
	@echo 'Open Market, a self-hosted marketplace'
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
		awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'
	@echo
	@echo '  make run takes HOST, PORT, DATA and ARGS: make run PORT=9000 ARGS="--registration closed"'

run: build ## build the market and run it with sample products at http://localhost:8080
	@exec "$(BUILD)/release/openmarket" serve --demo --host "$(HOST)" --port "$(PORT)" --data "$(DATA)" $(ARGS)

test: toolchain ## check format, imports and documents, run all Swift tests, then test the release build from outside
	@Scripts/test.sh

test-all: FULL = 1
test-all: test fuzz test-tsan ## before an issue is resolved: also what is slow and rarely finds anything

swift-tests: packages ## run the Swift tests whose names match FILTER: make swift-tests FILTER=MarketCoreTests
	@Scripts/install-packages.sh test
	@Scripts/swift-tests.sh "$(FILTER)"

test-tsan: toolchain ## run the server's Swift tests under the thread sanitizer
	@Scripts/test-tsan.sh

fuzz: packages ## feed FUZZ_INPUTS (1000000) malformed requests to the parsers; those that fail are kept in .build/fuzz
	@Scripts/build.sh --product openmarket-fuzz
	@mkdir -p "$(BUILD)/fuzz"
	@"$(BUILD)/release/openmarket-fuzz" --inputs "$(FUZZ_INPUTS)" --jobs 2 --keep "$(BUILD)/fuzz" \
		Tests/MarketAPITests/Bodies Tests/Fuzz/Corpus

soak: build ## mixed traffic for SOAK_MINUTES (10); table and plot go to .build/soak
	@python3 -B Tests/Soak/soak.py "$(BUILD)/release/openmarket" "$(SOAK_MINUTES)" "$(BUILD)/soak"

build: packages ## build the release binary, .build/release/openmarket
	@echo 'Building the release binary; the first time takes some minutes.'
	@Scripts/build.sh --product openmarket

lint: toolchain ## check the format of all Swift files
	@swift format lint --strict --parallel --recursive $(SWIFT_FILES)

format: toolchain ## format all Swift files
	@swift format --in-place --parallel --recursive $(SWIFT_FILES)

smoke: build ## run the smoke test against the release binary
	@Scripts/install-packages.sh test
	@Tests/Smoke/smoke.sh "$(BUILD)/release/openmarket"

commands: build ## test the command line of the release binary
	@Tests/CommandLine/run.sh "$(BUILD)/release/openmarket"

schema: build ## test the release binary against its OpenAPI document
	@Scripts/install-packages.sh test
	@Tests/Schema/run.sh "$(BUILD)/release/openmarket" $(if $(FULL),--full)

browser: build ## test the pages of the release binary in Chromium
	@Scripts/install-packages.sh test
	@Tests/Browser/run.sh "$(BUILD)/release/openmarket" $(if $(FULL),--full)

app: packages ## check the types of the iOS app against signatures of Apple's frameworks
	@Scripts/build.sh --target MarketViewModels
	@Scripts/test-app.sh "$(BUILD)/release/Modules"

assets: ## embed the files of the pages and of the API documentation after they have changed
	@Scripts/install-packages.sh test
	@Scripts/make-web-assets.py
	@Scripts/make-api-docs.py

docs: toolchain ## build the documentation of the libraries, .build/docs
	@Scripts/make-docs.sh

man: build ## write the manual and the completions of the command line
	@Scripts/make-man.sh "$(BUILD)/release/openmarket"

install: ## install the program, manual and completions under PREFIX (/usr/local); run `make man` first
	@test -x "$(BUILD)/release/openmarket" -a -d "$(BUILD)/man" || { echo 'Run `make man` first.' >&2; exit 1; }
	install -D -m 755 "$(BUILD)/release/openmarket" "$(DESTDIR)$(PREFIX)/bin/openmarket"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/man/man1" "$(BUILD)"/man/*.1
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(BUILD)/completions/openmarket"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(BUILD)/completions/_openmarket"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d" "$(BUILD)/completions/openmarket.fish"

bench: build ## compare the release binary with nginx and a constant route
	@Scripts/install-packages.sh bench
	@Benchmarks/run.sh "$(BUILD)/release/openmarket"

clean: ## remove build products; market data stays
	@swift package --scratch-path "$(BUILD)" clean
	@rm -rf Benchmarks/ConstantRoute/.build
	@rm -rf $(foreach made,app app-package completions docs man manual-tool manual-tool.log,"$(BUILD)/$(made)")

toolchain:
	@Scripts/check-swift.sh

packages: toolchain
	@Scripts/install-packages.sh build
