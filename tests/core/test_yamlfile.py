"""YAML files become plain data with a line for each entry, and every fault names its line."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fireteam.core import yamlfile
from fireteam.core.errors import PackError
from fireteam.core.yamlfile import LARGEST_FILE, line_of, name_of, parse_yaml, read_yaml

ESCAPE = Path(__file__).parents[2] / "src" / "fireteam" / "games" / "escape"


def refused(text: str) -> PackError:
    with pytest.raises(PackError) as caught:
        parse_yaml(text, "some.yaml")
    assert caught.value.file == "some.yaml"
    return caught.value


def test_data_and_lines() -> None:
    data, lines = parse_yaml("a: 1\nb:\n  - x\n  - {c: true,\n     d: null}\n", "f")
    assert data == {"a": 1, "b": ["x", {"c": True, "d": None}]}
    assert lines[("a",)] == 1
    assert lines[("b",)] == 2
    assert lines[("b", 0)] == 3
    assert lines[("b", 1)] == 4
    assert lines[("b", 1, "c")] == 4
    assert lines[("b", 1, "d")] == 5


def test_rows_of_a_literal_block_have_lines() -> None:
    data, lines = parse_yaml("a: 1\ngrid: |\n  one\n  two\n", "f")
    assert data == {"a": 1, "grid": "one\ntwo\n"}
    assert lines[("grid", 0)] == 3
    assert lines[("grid", 1)] == 4


def test_only_true_and_false_are_truth_values() -> None:
    data, _ = parse_yaml("[no, on, off, yes, y, true, false, 'true', 1:30, 0x10, 1_000]", "f")
    assert data == ["no", "on", "off", "yes", "y", True, False, "true", "1:30", "0x10", "1_000"]


def test_numbers_and_words() -> None:
    data, _ = parse_yaml("[1, -2, +3, '4', 1.5, -.5, 1.2.3, 2026-01-02, ~, null, '', 007]", "f")
    assert data == [1, -2, 3, "4", 1.5, -0.5, "1.2.3", "2026-01-02", None, None, "", 7]


def test_whole_number_keys_stay_numbers() -> None:
    data, lines = parse_yaml("6: ras\n", "f")
    assert data == {6: "ras"}
    assert lines[(6,)] == 1


def test_empty_text_is_nothing() -> None:
    assert parse_yaml("", "f")[0] is None


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "key 'a' is given twice; first on line 1"),
        ("a: {x: 1,\n    x: 2}\n", 2, "key 'x' is given twice; first on line 1"),
        ("a: 1\nb: [1, 2\nc: 3\n", 3, "did not find expected ',' or ']' (begun on line 2)"),
        ("a: 1\nword", 2, "could not find expected ':'"),
        ("a: 1\n\tb: 2\n", 2, "is not valid YAML"),
        ("a: 1\nb: \x01\n", 2, "is not valid YAML"),
        ("a: &here 1\nb: *here\n", 2, "aliases (*name) are not used"),
        ("a: 1\n---\nb: 2\n", 2, "more than one YAML document"),
        ("a: !!python/name:os.system x\n", 1, "is not used in data files"),
        ("a: !thing {b: 1}\n", 1, "tag !thing is not used in data files"),
        ("a: 1\n? [x]\n: 2\n", 2, "a key must be a word or a whole number"),
        ("true: 1\n", 1, "a key must be a word or a whole number, not 'true'"),
        ("a: 1\nb: \ud800\n", 2, "is not UTF-8 text"),
        ("[" * 200_000, 1, "is nested more than 40 deep"),
    ],
)
def test_faults_name_their_line(text: str, line: int, reason: str) -> None:
    error = refused(text)
    assert error.line == line
    assert reason in error.reason


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="cannot be read: No such file") as caught:
        read_yaml(tmp_path / "none.yaml")
    assert caught.value.file == str(tmp_path / "none.yaml")
    assert caught.value.line == 0


def test_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="cannot be read"):
        read_yaml(tmp_path)


def test_file_that_is_not_text(tmp_path: Path) -> None:
    file = tmp_path / "latin.yaml"
    file.write_bytes(b"a: 1\nb: caf\xe9\n")
    with pytest.raises(PackError, match="is not UTF-8 text") as caught:
        read_yaml(file)
    assert caught.value.line == 2


def test_file_that_is_too_large(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(PackError, match="is larger than 4 MB"):
        read_yaml(file)


def test_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "mark.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read_yaml(file)[0] == {"a": 1}


def test_nearest_known_line_and_name() -> None:
    _, lines = parse_yaml("a:\n  - b: 1\n", "f")
    assert line_of(lines, ("a", 0, "b", "deeper")) == 2
    assert line_of(lines, ("z",)) == 1
    assert name_of(("characters", 2, "skills", 0)) == "characters[2].skills[0]"
    assert name_of(()) == "the file"


@given(st.text(alphabet=st.sampled_from("ab:-[]{}&*!|>'\"\n\t #%@,?1"), max_size=60))
def test_no_text_raises_anything_else(text: str) -> None:
    try:
        parse_yaml(text, "f")
    except PackError as error:
        assert error.line >= 0


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="this PyYAML was built without libyaml")
def test_files_are_read_with_the_compiled_parser_where_there_is_one() -> None:
    """It is ten times as quick: nobody waits for a rulebook."""
    assert yamlfile._LOADER is yaml.CSafeLoader
