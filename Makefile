# One obvious way for everything. Each target does its own set-up and does nothing when nothing changed.

PYTHON ?= python3
ARGS ?=
NAME ?= public
IN := .venv/bin
SET_UP := @$(PYTHON) .setup/install.py
ON_DISPLAY := $(PYTHON) .setup/virtual_display.py
UV_COMPILE := .tools/uv/bin/uv pip compile --quiet --generate-hashes --no-header $(ARGS)
COMPILE := $(UV_COMPILE) --universal --python-version 3.11
LOCK_NPM := npm --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved --no-audit --no-fund --silent
COMPILE_WINDOWS := $(UV_COMPILE) --python-platform windows --python-version 3.13

.NOTPARALLEL:
.PHONY: help run test check format-check lint types contracts format lock attacks bad-days bench bench-peer campaign conformance contract corrupt-databases coverage demo faults fuzz gallery hostile-files installed installed-windows kills licences redirects release rig-search run-windows settings-file sheet soak starts test-real test-voice test-windows translations vulnerabilities

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile

run: ## start the pet (ARGS=... go to deskpet)
	$(SET_UP) run
	@$(ON_DISPLAY) $(IN)/deskpet $(ARGS)

test: ## run the tests, in more processes than processors (ARGS=... go to pytest, such as -n0 for one process)
	$(SET_UP) dev
	@$(IN)/pytest -q -o console_output_style=classic --progress -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

check: format-check lint types contracts test ## everything a change has to pass

format-check: ## check that the code is formatted as by `make format`
	$(SET_UP) dev
	@$(IN)/ruff format --check .

lint: ## find mistakes and functions that are too complex
	$(SET_UP) dev
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
	@$(COMPILE) pyproject.toml --extra math --extra code --extra web --extra calendar --extra documents --extra mcp --extra voice --extra voice-local --group build -o requirements.txt
	@$(COMPILE) pyproject.toml --extra math --extra code --extra web --extra calendar --extra documents --extra mcp --extra voice --extra voice-local --group dev -c requirements.txt -o requirements-dev.txt
	@$(COMPILE) .setup/uv.in -o .setup/uv.txt
	@$(COMPILE) .setup/windows-python.in -o .setup/windows-python.txt
	@$(COMPILE_WINDOWS) pyproject.toml --extra math --extra code --extra web --extra calendar --extra documents --extra mcp --extra voice --extra voice-local .setup/windows.in -c requirements-dev.txt -o .setup/windows.txt
	@$(COMPILE) .setup/server.in --override .setup/server-without.in -o .setup/server.txt
	@$(COMPILE) .setup/fuzz.in -o .setup/fuzz.txt
	@$(COMPILE) .setup/recognizer.in -o .setup/recognizer.txt
	@for each in servers agents; do $(LOCK_NPM) --prefix .setup/npm/$$each $(if $(findstring upgrade,$(ARGS)),update,install); done

settings-file: ## write settings.toml from the settings model
	$(SET_UP) dev
	@$(IN)/python -m deskpet.config.settings_template settings.toml

contract: ## write the lists of CONTRACT.md from the program; a removal needs a new version
	$(SET_UP) dev
	@$(IN)/python -m tests.campaigns.contract

coverage: ## measure the branch coverage of the tests, by package
	$(SET_UP) dev
	@$(IN)/coverage erase
	@$(IN)/coverage run -m pytest $(ARGS)
	@$(IN)/python -m tests.campaigns.coverage_table

installed: ## install a wheel, the folder and with `uv run`, outside of the checkout, and use each (ARGS=wheel)
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.support.installed $(ARGS)

installed-windows: ## install a wheel and the folder with pip for Windows, and use each under Wine (ARGS=wheel)
	$(SET_UP) dev
	$(SET_UP) windows
	@$(ON_DISPLAY) --always $(IN)/python -m tests.campaigns.installed_windows $(ARGS)

release: ## build a release into dist: packages, the program with its own Python for Linux and Windows, checksums (ARGS=linux or windows)
	$(SET_UP) dev
	@$(IN)/python .release/release.py $(ARGS)

licences: ## print the licence of every locked package (`make test` checks them)
	$(SET_UP) dev
	@$(IN)/python -m tests.campaigns.licences

vulnerabilities: ## ask osv.dev about every locked package; says so if it can't be reached
	$(SET_UP) dev
	@$(IN)/python -m tests.campaigns.vulnerabilities

bench: ## measure speed and memory, and print each figure beside its target
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.bench $(ARGS)

bench-peer: ## measure the same model here and in a browser page (ARGS=MODEL for another one)
	@$(PYTHON) .setup/install.py peer
	@$(ON_DISPLAY) --always $(IN)/python -m tests.peer $(ARGS)

conformance: ## compare the parsers with recorded streams, dialects and gateways
	$(SET_UP) dev
	@$(IN)/python -m tests.campaigns.conformance $(ARGS)

soak: ## use the real program for half an hour at ten times a person's pace and look for what grows (ARGS="--minutes 3", or "--switches 500")
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.soak $(ARGS)

starts: ## start the program in bad environments and print the results (ARGS=part of a condition's name)
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.starts $(ARGS)

bad-days: ## let sleep, dead networks, wrong clocks, full disks and lost screens happen to the pet (ARGS=part of a day's name)
	$(SET_UP) dev
	@PYTHONPATH=.setup $(IN)/python -m tests.bad_days "$(ARGS)"

redirects: ## print where each provider's request goes when the server redirects it
	$(SET_UP) dev
	@$(IN)/python -m tests.campaigns.redirects $(ARGS)

faults: ## talk to faulty servers and print the results (ARGS="--count 100 --windows 0")
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.faults --windows 100 $(ARGS)

hostile-files: ## read files made to stop the program; print the sentence, time and memory of each
	$(SET_UP) dev
	@$(IN)/python -m tests.hostile_files $(ARGS)

campaign: ## read public files of every kind and print what was read and refused (NAME=public ARGS="FOLDER", or names of packages)
	$(SET_UP) dev
	@$(ON_DISPLAY) $(IN)/python -m tests.campaigns $(NAME) $(ARGS)

corrupt-databases: ## open damaged databases and print what was saved of each
	$(SET_UP) dev
	@$(IN)/python -m tests.store.corrupt $(ARGS)

attacks: ## try to fool the person and the program, and print what got through (ARGS="terminal --count 5000")
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.attacks $(ARGS)

kills: ## kill the program while it streams, imports, migrates and saves; print what was lost (ARGS="--count 100")
	$(SET_UP) dev
	@$(IN)/python -m tests.store.kills $(ARGS)

fuzz: ## search for inputs that break a reader, guided by coverage (ARGS="sse card --seconds 600"; --keep keeps what is found)
	@$(PYTHON) .setup/install.py fuzz
	@PYTHONPATH=.tools/fuzz $(IN)/python -m tests.fuzz $(ARGS)

rig-search: ## search for a way to end the process through the character (ARGS="--updates 1000000 --seed 1")
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.pet.rig_search $(ARGS)

demo: ## record a scripted conversation as pictures
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.campaigns.demo $(ARGS)

gallery: ## take pictures of every state of every window, in both themes and three languages, in build/gallery
	$(SET_UP) dev
	@$(ON_DISPLAY) --always $(IN)/python -m tests.gallery $(ARGS)

sheet: ## generate the built-in characters, their icons and a sheet of their poses
	$(SET_UP) dev
	@$(IN)/python -m models.mikan.generator models/mikan --icon assets/icons/mikan.svg
	@$(IN)/python -m models.mikan.generator models/yuki --character yuki --icon assets/icons/yuki.svg
	@$(ON_DISPLAY) --always $(IN)/python -m models.mikan.generator.sheet models/mikan models/yuki --stills --sheet assets/sheet.png

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
