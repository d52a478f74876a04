"""Find requests, warnings, refusals and topics in English replies by rules: no model, no network.

Each function is pure, and linear in the length of the reply. The ``find_…`` functions return the
matching sentence, as in ``normalise(text)``, or None. Requests, warnings and refusals are searched
for in the first 50,000 characters.
"""

from __future__ import annotations

from pytest_hydra.scenarios.english.sentences import normalise as normalise
from pytest_hydra.scenarios.english.topics import find_mention as find_mention
from pytest_hydra.scenarios.english.weights import HARDLY as HARDLY
from pytest_hydra.scenarios.english.weights import find_refusal as find_refusal
from pytest_hydra.scenarios.english.weights import find_request as find_request
from pytest_hydra.scenarios.english.weights import find_warning as find_warning
from pytest_hydra.scenarios.english.weights import read as read
