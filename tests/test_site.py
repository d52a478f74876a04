"""The docs as a site."""

from __future__ import annotations

import re

from tools.site import navigation, pages


def test_the_first_page_leads_to_every_page() -> None:
    texts = pages()
    assert len(texts) > 20
    assert set(navigation(texts["index.md"])) == set(texts) - {"SECURITY.md"}


def test_links_lead_to_pages_beside_them() -> None:
    for text in pages().values():
        links = re.findall(r"\]\((?!https?:|#|pictures/)([^)#]*)", text)
        assert set(links) <= set(pages())
