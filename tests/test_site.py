"""The docs as a site."""

from __future__ import annotations

import re

from tools.site import for_models, groups, navigation, pages


def test_the_first_page_leads_to_every_page() -> None:
    texts = pages()
    assert len(texts) > 20
    assert set(navigation(texts["index.md"])) == set(texts) - {"SECURITY.md"}


def test_links_lead_to_pages_beside_them() -> None:
    for text in pages().values():
        links = re.findall(r"\]\((?!https?:|#|pictures/)([^)#]*)", text)
        assert set(links) <= set(pages())


def test_models_get_every_page_as_markdown_a_list_of_them_and_all_in_one() -> None:
    texts = pages()
    found = for_models(texts)
    assert set(found) == {*texts, "llms.txt", "llms-full.txt"}
    listed = re.findall(r"^- \[([^\]]+)\]\(([^)]+)\): (.+)$", found["llms.txt"], re.MULTILINE)
    assert {name for _, name, _ in listed} == set(texts)
    assert found["llms.txt"].startswith("# pytest-hydra\n\n> pytest-hydra is a pytest plugin")
    whole = found["llms-full.txt"]
    assert all(f"# {title}\n" in whole for title, _, _ in listed)
    assert "<!-- shows:" not in whole
    assert "<!-- file:" not in whole


def test_each_page_is_in_a_group_of_the_navigation() -> None:
    index = pages()["index.md"]
    found = groups(index)
    assert list(found)[:2] == ["Score a bot", "Score a coding agent"]
    listed = [name for names in found.values() for name in names]
    assert ["index.md", *listed] == navigation(index)


def test_blocks_of_files_have_their_names() -> None:
    whole = "".join(pages().values())
    assert '```toml title="hydra.toml"\n' in whole
    assert "<!-- file:" not in whole
