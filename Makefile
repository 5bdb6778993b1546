# Everything a developer types. `make` alone lists it.

HOST ?= 127.0.0.1
PORT ?= 8080
DATA ?= market-data
ARGS ?=
# Where SwiftPM builds. Another folder keeps this build apart from one that is under way.
BUILD ?= .build
export BUILD

SWIFT_BUILD = swift build --scratch-path "$(BUILD)"
SWIFT_FILES = Package.swift Sources Tests Benchmarks/ConstantRoute

.DEFAULT_GOAL := help
.PHONY: help run test build lint format rooms smoke schema browser assets bench clean toolchain packages

help: ## show this list
	@echo 'Open Market: a marketplace of your own.'
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
		awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'
	@echo
	@echo '  make run takes HOST, PORT, DATA and ARGS: make run PORT=9000 ARGS="--registration closed"'

run: build ## build the market and run it with sample products at http://localhost:8080
	@exec "$(BUILD)/release/openmarket" serve --demo --host "$(HOST)" --port "$(PORT)" --data "$(DATA)" $(ARGS)

test: toolchain ## check format and rooms, run all Swift tests, then drive the release build from outside
	@Scripts/test.sh

build: packages ## build the release binary, .build/release/openmarket
	@echo 'Building the release binary; the first time takes some minutes.'
	@$(SWIFT_BUILD) -c release --product openmarket

lint: toolchain ## check the format of all Swift files
	@swift format lint --strict --parallel --recursive $(SWIFT_FILES)

format: toolchain ## bring all Swift files into the repository's format
	@swift format --in-place --parallel --recursive $(SWIFT_FILES)

rooms: ## check that every room imports only what it may
	@python3 Scripts/check-rooms.py --self-test
	@python3 Scripts/check-rooms.py

smoke: build ## run the smoke test against the release binary
	@Scripts/install-packages.sh test
	@Tests/Smoke/smoke.sh "$(BUILD)/release/openmarket"

schema: build ## hold the release binary to its OpenAPI document
	@Scripts/install-packages.sh test
	@Tests/Schema/run.sh "$(BUILD)/release/openmarket"

browser: build ## use the pages of the release binary in Chromium
	@Scripts/install-packages.sh test
	@Tests/Browser/run.sh "$(BUILD)/release/openmarket"

assets: ## embed the files of the pages and the API's document anew, after a change of theirs
	@Scripts/make-web-assets.py
	@Scripts/make-api-docs.py

bench: build ## measure the release binary beside nginx and a constant route
	@Scripts/install-packages.sh bench
	@Benchmarks/run.sh "$(BUILD)/release/openmarket"

clean: ## remove what was built; market data stays
	@swift package --scratch-path "$(BUILD)" clean
	@rm -rf Benchmarks/ConstantRoute/.build

toolchain:
	@Scripts/check-swift.sh

packages: toolchain
	@Scripts/install-packages.sh build
