# make demo: set everything up and show what sumc does.
# make test: set everything up and run all checks and tests, but the slow ones.
# make test-slow: those: killed processes, a cluster, whole datasets.
# make test-core: the tests that need neither torch nor a browser, in a small environment of its own.
# make docs: the documentation site in site/.

PYTHON ?= python3
VENV ?= .venv
IN_VENV = PATH="$(CURDIR)/$(VENV)/bin:$$PATH"
INSTALL = $(VENV)/bin/python -m pip install --quiet --constraint constraints.txt

.PHONY: demo test test-slow test-core core-tests check docs bench soak clean

demo: $(VENV)/core
	$(VENV)/bin/sumc solve --explain "Tom has 3 boxes with 12 pencils each. He gives away 7 pencils. How many pencils does he have left?"
	$(VENV)/bin/sumc check "3*2 + (5+4)" "2*3 + 4 + 5"

test: $(VENV)/dev
	$(IN_VENV) scripts/check
	$(IN_VENV) scripts/test

test-slow: $(VENV)/dev
	$(IN_VENV) scripts/test --slow

test-core: # a recursive make: its environment has the same rules
	$(MAKE) VENV=.venv-core core-tests

core-tests: $(VENV)/test-core
	$(IN_VENV) scripts/test --core

check: $(VENV)/dev
	$(IN_VENV) scripts/check

docs: $(VENV)/docs
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/python -m mkdocs build --strict

bench: $(VENV)/dev $(VENV)/bench
	$(VENV)/bin/python benchmarks/algebra.py
	$(VENV)/bin/python benchmarks/generator.py
	$(VENV)/bin/python benchmarks/solving.py
	$(VENV)/bin/python benchmarks/streaming.py
	[ -z "$$SUMC_DATA" ] || $(VENV)/bin/python benchmarks/problems.py
	[ -z "$$SUMC_DATA" ] || $(VENV)/bin/python benchmarks/conversion.py
	[ -z "$$SUMC_DATA" ] || $(VENV)/bin/python benchmarks/training.py

soak: $(VENV)/dev
	$(VENV)/bin/python scripts/soak

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$@ -m pip install --quiet --upgrade "pip>=25.1"

$(VENV)/core: $(VENV)/bin/python pyproject.toml constraints.txt
	$(INSTALL) --editable .
	touch $@

$(VENV)/dev $(VENV)/bench $(VENV)/docs $(VENV)/test-core: $(VENV)/%: $(VENV)/core
	$(INSTALL) --group $*
	touch $@

clean:
	rm -rf $(VENV) .venv-core site .mypy_cache .pytest_cache .ruff_cache .hypothesis
