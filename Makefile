# One obvious way for everything. Each target does its own set-up and does nothing when nothing changed.

PYTHON ?= python3
ARGS ?=
NAME ?=
IN := .venv/bin
SET_UP := @$(PYTHON) .setup/install.py
ON_DISPLAY := $(PYTHON) .setup/virtual_display.py
UV_COMPILE := .tools/uv/bin/uv pip compile --quiet --generate-hashes --no-header $(ARGS)
COMPILE := $(UV_COMPILE) --universal --python-version 3.11
LOCK_NPM := npm --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved --no-audit --no-fund --silent
COMPILE_WINDOWS := $(UV_COMPILE) --python-platform windows --python-version 3.13

.NOTPARALLEL:
.PHONY: help run test check lint types contracts format lock settings-file contract release bench campaign gallery sheet site translations test-real test-voice test-windows run-windows

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

run: ## start the pet (ARGS=... go to deskpet)
	$(SET_UP) run
	@$(ON_DISPLAY) $(IN)/deskpet $(ARGS)

test: ## run the tests, in more processes than processors (ARGS=... go to pytest, such as -n0 for one process)
	$(SET_UP) dev
	@$(IN)/pytest -q -o console_output_style=classic --progress -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

check: lint types contracts test ## everything a change has to pass

lint: ## check the format, and find mistakes and functions that are too complex
	$(SET_UP) dev
	@$(IN)/ruff format --check .
	@$(IN)/ruff check .

types: ## check the types
	$(SET_UP) dev
	@$(IN)/basedpyright

contracts: ## check which package may import which
	$(SET_UP) dev
	@$(IN)/lint-imports

format: ## format the code and fix what the linter can fix
	$(SET_UP) dev
	@$(IN)/ruff check --fix --quiet --exit-zero .
	@$(IN)/ruff format .

lock: ## write the locks again from pyproject.toml (ARGS=--upgrade takes newer versions)
	@$(PYTHON) .setup/install.py uv
	@$(COMPILE) pyproject.toml --extra math --extra diagrams --extra code --extra web --extra calendar --extra documents --extra backup --extra mcp --extra voice --extra voice-local --group build --override .setup/without.in -o requirements.txt
	@$(COMPILE) pyproject.toml --extra math --extra diagrams --extra code --extra web --extra calendar --extra documents --extra backup --extra mcp --extra voice --extra voice-local --group dev -c requirements.txt -o requirements-dev.txt
	@$(COMPILE) .setup/uv.in -o .setup/uv.txt
	@$(COMPILE) .setup/windows-python.in -o .setup/windows-python.txt
	@$(COMPILE_WINDOWS) pyproject.toml --extra math --extra diagrams --extra code --extra web --extra calendar --extra documents --extra backup --extra mcp --extra voice --extra voice-local .setup/windows.in -c requirements-dev.txt --override .setup/without.in -o .setup/windows.txt
	@$(COMPILE) .setup/server.in --override .setup/server-without.in -o .setup/server.txt
	@$(COMPILE) .setup/fuzz.in -o .setup/fuzz.txt
	@$(COMPILE) .setup/recognizer.in -o .setup/recognizer.txt
	@$(COMPILE) .site/site.in -o .site/site.txt
	@for each in servers agents; do $(LOCK_NPM) --prefix .setup/npm/$$each $(if $(findstring upgrade,$(ARGS)),update,install); done

settings-file: ## write settings.toml from the settings model
	$(SET_UP) dev
	@$(IN)/python -m tests.campaigns.settings_template settings.toml

contract: ## write the lists of CONTRACT.md from the program; a removal needs a new version
	$(SET_UP) dev
	@$(IN)/python -m tests.campaigns.contract

release: ## build a release into dist: packages, the program with its own Python for Linux and Windows, checksums (ARGS=linux or windows)
	$(SET_UP) dev
	@$(IN)/python .release/release.py $(ARGS)

bench: ## measure speed and memory, and print each figure beside its target (ARGS=quick: two minutes; or names)
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.bench $(ARGS)

campaign: ## try the program hard, and print a table (NAME=faults ARGS="--count 100"); without NAME, list the campaigns
	$(SET_UP) dev
	@$(IN)/python -m tests.campaigns $(NAME) $(ARGS)

gallery: ## take pictures of every state of every window, in both themes and three languages, in build/gallery
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.gallery $(ARGS)

sheet: ## generate the built-in characters, their icons and a sheet of their poses
	$(SET_UP) dev
	@$(IN)/python -m models.mikan.generator models/mikan --icon assets/icons/mikan.svg
	@$(IN)/python -m models.mikan.generator models/yuki --character yuki --icon assets/icons/yuki.svg
	@$(ON_DISPLAY) --always $(IN)/python -m models.mikan.generator.sheet models/mikan models/yuki --stills --sheet assets/sheet.png

site: ## build the site of the documentation in build/site, with pictures of the program (ARGS=--no-pictures)
	$(SET_UP) site
	@$(ON_DISPLAY) --always $(IN)/python .site/build.py $(ARGS)

translations: ## collect the texts, and list those without a translation
	$(SET_UP) dev
	@$(IN)/python assets/translations/collect.py

test-real: ## run the tests with real servers and programs: llama.cpp, llmock, litellm, MCP servers, coding agents
	$(SET_UP) real
	@DESKPET_SERVER_PYTHON=.tools/server/bin/python DESKPET_MCP_SERVERS=.tools/servers/node_modules/.bin \
		DESKPET_AGENTS=.tools/agents/node_modules/.bin $(IN)/pytest -m real_server $(ARGS)

test-voice: ## play on a sound server without a sound card, record it, and print the measurements beside the targets (ARGS=--quick: half a minute, for any load)
	$(SET_UP) voice
	@$(IN)/python -m tests.features.voice.bench $(ARGS); spoken=$$?; \
		$(IN)/python -m tests.features.listening.bench $(filter --quick,$(ARGS)) && exit $$spoken

test-windows: ## run the tests of the Windows program under Wine (ARGS=--quick, or what pytest takes)
	$(SET_UP) windows
	@$(ON_DISPLAY) --always $(PYTHON) .setup/wine.py test $(ARGS)

run-windows: ## start the Windows program under Wine (ARGS=... go to deskpet)
	$(SET_UP) windows
	@$(ON_DISPLAY) $(PYTHON) .setup/wine.py python -m deskpet $(ARGS)
