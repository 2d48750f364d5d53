"""The page in the language of the process: its files, and the texts of its scripts."""

from __future__ import annotations

import html
import json
from functools import cache
from pathlib import Path
from typing import Any

from throwdown.envs.core import catalogue
from throwdown.envs.core.catalogue import tr
from throwdown.play import words

STATIC = Path(__file__).parent / "static"
FORMS = 200
"""Numbers whose plural form is sent to the page; larger ones use the form of their last two digits and 100."""


@cache
def index() -> str:
    """Return the page itself."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    said = {
        "<title>Throwdown<": tr("Throwdown"),
        ">Throwdown is starting.<": tr("Throwdown is starting."),
        ">This page needs JavaScript. In a terminal, throwdown play plays the same games.<": tr(
            "This page needs JavaScript. In a terminal, throwdown play plays the same games."
        ),
    }
    for english, other in said.items():
        tag = english[: english.index(">") + 1]
        text = text.replace(english, f"{tag}{html.escape(other, quote=False)}<")
    text = text.replace('lang="en"', f'lang="{html.escape(catalogue.language())}"')
    return text.replace("<script", f"{texts()}<script", 1)


def manifest() -> dict[str, Any]:
    """Return the web app manifest."""
    data: dict[str, Any] = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    about = tr("Duels of cards with hidden hands, against an opponent that has trained.")
    return data | {"name": tr("Throwdown"), "short_name": tr("Throwdown"), "description": about}


@cache
def texts() -> str:
    """Return the element with the translations of the scripts' texts; empty if all is English."""
    found: Any = catalogue.translations()
    if not found.info():
        return ""
    forms = [found.plural(n) for n in range(FORMS)]
    numbers = [forms.index(form) if form in forms else 0 for form in range(max(forms) + 1)]
    data = {
        "texts": {text.one: found.gettext(text.one) for text in words.of_scripts()},
        "plurals": {
            text.one: [found.ngettext(text.one, text.many, n) for n in numbers]
            for text in words.of_scripts()
            if text.many
        },
        "forms": forms,
    }
    return f'<script type="application/json" id="words">{harmless(data)}</script>\n'


def harmless(data: object) -> str:
    """Return data as JSON that is safe inside a script element."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
