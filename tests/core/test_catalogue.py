from pathlib import Path

import pytest

from throwdown.envs.core import catalogue, kit

HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

"""


@pytest.fixture
def translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def read(text: str) -> None:
        file = tmp_path / "xx.po"
        file.write_text(HEAD + text, encoding="utf-8")
        found = catalogue.read_translation(str(file))
        monkeypatch.setattr(catalogue, "translations", lambda: found)

    return read


def test_english_is_what_stands_in_the_code() -> None:
    assert catalogue.tr("{who} drew {card}.", who="Red", card="9S") == "Red drew 9S."
    assert catalogue.tr("100 {") == "100 {"
    assert [catalogue.plural("{n} card", "{n} cards", n) for n in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]


def test_a_translation_replaces_texts_and_knows_its_plurals(translated) -> None:
    translated(
        'msgid "{who} drew {card}."\nmsgstr "{card}: {who}"\n\nmsgid "{n} card"\nmsgid_plural "{n} cards"\n'
        'msgstr[0] "{n} karta"\nmsgstr[1] "{n} karty"\nmsgstr[2] "{n} kart"\n'
    )
    assert catalogue.tr("{who} drew {card}.", who="Red", card="9S") == "9S: Red"
    assert catalogue.tr("left out") == "left out"
    assert [catalogue.plural("{n} card", "{n} cards", n) for n in (1, 3, 12)] == [
        "1 karta",
        "3 karty",
        "12 kart",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('msgid "{who} drew."\nmsgstr "{whom} zog."\n', r"names \{whom\}; the English names \{who\}"),
        ('msgid "{who} drew."\nmsgstr "{who zog."\n', "a brace without its partner"),
        ("nonsense\n", "is no PO file"),
    ],
)
def test_a_bad_translation_is_refused_in_a_sentence(translated, text: str, says: str) -> None:
    with pytest.raises(kit.InvalidConfig, match=says):
        translated(text)


def test_a_translation_that_is_not_there_is_named() -> None:
    with pytest.raises(kit.InvalidConfig, match=r"'nowhere\.po' is no file"):
        catalogue.read_translation("nowhere.po")


@pytest.mark.parametrize("rule", ["nplurals=2; plural=(n", "nplurals=2; plural=1/(n-7)", "nplurals=2"])
def test_a_rule_for_numbers_that_cannot_be_read_is_refused(tmp_path: Path, rule: str) -> None:
    file = tmp_path / "xx.po"
    file.write_text(
        HEAD.replace(HEAD[HEAD.index("nplurals") : HEAD.index(";\\n", HEAD.index("nplurals"))], rule)
    )
    with pytest.raises(kit.InvalidConfig, match="'Plural-Forms' of the translation"):
        catalogue.read_translation(str(file))


def test_values_keep_the_way_they_are_written(translated) -> None:
    with pytest.raises(kit.InvalidConfig, match=r"names \{n\}; the English names \{n:,\}"):
        translated('msgid "{n:,} games"\nmsgstr "{n} ludoj"\n')


def test_the_language_is_that_of_the_file_even_without_other_headers(translated) -> None:
    assert catalogue.language() == "en"
    translated('msgid "a card"\nmsgstr "ćwikła"\n')
    assert catalogue.language() == "" and catalogue.tr("a card") == "ćwikła"


@pytest.mark.parametrize(("header", "says"), [("pt_BR", "pt-BR"), ("pl", "pl")])
def test_languages_are_written_as_pages_write_them(
    tmp_path: Path, monkeypatch, header: str, says: str
) -> None:
    file = tmp_path / "xx.po"
    file.write_text(
        f'msgid ""\nmsgstr "Language: {header}\\n"\n\nmsgid "a card"\nmsgstr "ć"\n', encoding="utf-8"
    )
    found = catalogue.read_translation(str(file))
    monkeypatch.setattr(catalogue, "translations", lambda: found)
    assert catalogue.language() == says and catalogue.tr("a card") == "ć"
