"""Makes the instructor's notebook of a lesson from its source, `lesson.md`, and the source from the notebook.

usage: lesson_source.py notebook|source FOLDER...
Reads a JSON object: what each lesson's exercises/numbers.ts gives (lib/notebooks/numbers.ts), by its folder.
Prints a JSON object: the text of each folder's file, by its path. Exit status 1, and on stderr a line for each folder that is
refused.

The source is MyST Markdown, as Jupytext writes it. That has no place for a cell's id, which grading and pictures go by. So the
id is among the cell's metadata in the source. What nbgrader knows of a cell follows from its id, its kind and its points.
In the text of the source, `{{name}}` stands for a number (lesson_numbers.py).
"""

import itertools
import json
import re
import sys
from pathlib import Path

sys.modules["rfc3987_syntax"] = None  # as in grading/quick_nbgrader.py

import yaml  # noqa: E402
from jupytext.myst import MystMetadataParsingError, myst_to_notebook, notebook_to_myst  # noqa: E402
from lesson_numbers import Refused, fill, flat, placeholder, unfilled  # noqa: E402
from nbformat import ValidationError, from_dict, v4  # noqa: E402

root = Path(__file__).resolve().parent.parent

# The release, by which a class is graded that was handed this notebook (lib/course/lesson-release.ts).
release = {"workbook": {"release": json.loads((root / "package.json").read_text("utf8"))["version"]}}

# The kernel's, with which JupyterLab opens a notebook before the kernel itself says what it speaks.
kernel = {
    "kernelspec": {"display_name": "TypeScript (Parallel Training)", "language": "typescript", "name": "parallel-training"},
    "language_info": {
        **{"file_extension": ".ts", "mimetype": "text/typescript", "name": "typescript", "pygments_lexer": "typescript"},
    },
}
# What tells Jupytext and editors what the file is. Jupytext would also write its own version.
heading = {
    "jupytext": {"text_representation": {"extension": ".md", "format_name": "myst"}},
    "kernelspec": kernel["kernelspec"],
}

# nbgrader's settings of a cell, by the word that stands for them.
kinds = {
    "locked": {"grade": False, "locked": True, "solution": False},
    "solution": {"grade": False, "locked": False, "solution": True},
    "test": {"grade": True, "locked": True, "solution": False},
    "answer": {"grade": True, "locked": False, "solution": True},
}

# Metadata that belong to a lesson. JupyterLab writes others, such as which outputs are folded away.
kept = ("slideshow", "tags")

# Python ends a line there, and Jupytext with it.
line_ends = re.compile("[\x00\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
cell_break = re.compile(r"^ {0,3}(\+[ \t]*){3}.*$", re.MULTILINE)


def notebook_name(folder):
    return re.sub(r"^\d+-", "", folder.resolve().name) + ".ipynb"


def notebook_of(folder, numbers):
    """The text of the notebook that a lesson's source gives."""
    file = folder / "lesson.md"
    text = read(file, "write it, or make it from the notebook by `npm run notebooks -- --from-notebooks`")
    parsed = parse(text, file)
    lines = parsed.metadata.source_map
    notebook = v4.new_notebook(cells=parsed.cells, metadata={**kernel, **release})
    places = [f"{file}, line {line}: the cell that begins here" for line in lines]
    for place, cell in zip(places, notebook.cells):
        expand(place, cell)
    refuse_same_ids(places, notebook)
    refuse_losses(file, text, source_from(notebook))
    fill(folder, places, notebook, numbers)
    return v4.writes(notebook) + "\n"


def source_of(folder, numbers):
    """The text of the source that gives a lesson's notebook; outputs are left out."""
    file = folder / notebook_name(folder)
    try:
        notebook = v4.reads(read(file, "write lesson.md, and make it by `npm run notebooks`"))
        places = [f"{file}, cell {number} ({named(cell)})" for number, cell in enumerate(notebook.cells, 1)]
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        raise Refused(f"{file} is no notebook: {error}") from None
    for place, cell in zip(places, notebook.cells):
        clean(place, cell)
    refuse_same_ids(places, notebook)
    keep_placeholders(folder / "lesson.md", notebook, numbers)
    text = source_from(notebook)
    cells = shortened(notebook).cells
    if not comes_back(cells):
        alone = (pair for pair in zip(places, cells) if not comes_back([pair[1]]))
        place, cell = next(alone, (file, from_dict({"source": "what no cell alone shows"})))
        raise Refused(f"{place} would not come back from lesson.md: {reason(cell.source)}")
    return text


def read(file, remedy):
    try:
        return file.read_text("utf8")
    except FileNotFoundError:
        raise Refused(f"There is no {file}: {remedy}.") from None


def named(cell):
    """What an author can find a cell by."""
    return cell.get("id") or json.dumps(cell.source.strip()[:40], ensure_ascii=False)


def clean(place, cell):
    """Leaves of a notebook's cell what belongs to the lesson. A cell that nbgrader knows is called as nbgrader calls it."""
    if cell.get("attachments"):
        raise Refused(f"{place} has a pasted picture, which Markdown cannot hold: save it as a file, and link to that.")
    nbgrader = cell.metadata.get("nbgrader") or {}
    cell.id = nbgrader.get("grade_id", cell.get("id"))
    refuse_id(place, cell.id, "give it one in the notebook's file")
    points = nbgrader.get("points")
    kind = next((kind for kind in kinds if nbgrader == settings(kind, cell.id, points)), None)
    if kind is not None:
        refuse_points(place, kind, points)
    elif nbgrader:
        raise Refused(f"{place} is none of {', '.join(kinds)}: choose another type in Create Assignment.")
    cell.metadata = from_dict({key: cell.metadata[key] for key in ("nbgrader", *kept) if cell.metadata.get(key)})


def keep_placeholders(file, notebook, numbers):
    """Puts placeholders where the source has them now, unless an author has changed what stands there in the notebook."""
    text = file.read_text("utf8") if file.exists() else ""
    if not placeholder.search(text):
        return
    sources = {str(cell.metadata.get("id")): cell.source for cell in parse(text, file).cells}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = unfilled(sources.get(cell.id, ""), cell.source, numbers)


def settings(kind, name, points):
    """nbgrader's settings of a cell of a kind."""
    worth = {} if points is None else {"points": points}
    return {**kinds[kind], "grade_id": name, "schema_version": 3, "task": False, **worth}


def expand(place, cell):
    """Makes a notebook's cell of a source's."""
    name, kind, points = (cell.metadata.pop(key, None) for key in ("id", "nbgrader", "points"))
    example = '`+++ {"id": "NAME"}`' if cell.cell_type == "markdown" else "`:id: NAME`"
    where = "in its first line" if cell.cell_type == "markdown" else "below its first line"
    refuse_id(place, name, f"write {example} {where}; a line `+++` begins a cell, except in a code block")
    cell.id = name
    if kind is None and points is not None:
        raise Refused(f"{place} has points and no kind: write `nbgrader` as test or answer, too.")
    if kind is not None:
        if not isinstance(kind, str) or kind not in kinds:
            raise Refused(f"{place} has the kind {shown(kind)}: write {', '.join(kinds)}, or leave `nbgrader` out.")
        refuse_points(place, kind, points)
        cell.metadata["nbgrader"] = settings(kind, name, points)


def shown(value):
    """A value of the metadata, which may be anything that YAML knows, even a date."""
    return json.dumps(value, default=str, ensure_ascii=False)


def refuse_id(place, name, remedy):
    if name is None:
        raise Refused(f"{place} has no id: {remedy}.")
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name):
        raise Refused(f"{place} has the id {shown(name)}: use letters, digits, - and _, at most 64, as text.")


def refuse_points(place, kind, points):
    if not kinds[kind]["grade"]:
        if points is not None:
            raise Refused(f"{place} is of kind {kind}, which has no points: take them away, or write test or answer.")
    elif isinstance(points, bool) or not isinstance(points, (int, float)) or not 0 <= points < float("inf"):
        has = "no points" if points is None else f"the points {shown(points)}"
        raise Refused(f"{place} is of kind {kind} and has {has}: write a number from 0.")


def refuse_same_ids(places, notebook):
    first = {}
    for place, cell in zip(places, notebook.cells):
        if cell.id in first:
            raise Refused(f"{place} has the id {cell.id}, as another has ({first[cell.id]}): give one of them another.")
        first[cell.id] = place.removesuffix(": the cell that begins here")


def shortened(notebook):
    """A notebook whose cells have the metadata that stand in the source."""
    cells = []
    for cell in notebook.cells:
        metadata = dict(cell.metadata)
        nbgrader = metadata.pop("nbgrader", None)
        short = {"id": cell.id}
        if nbgrader:
            short["nbgrader"] = next(kind for kind in kinds if kinds[kind].items() <= nbgrader.items())
            if "points" in nbgrader:
                short["points"] = nbgrader["points"]
        rest = {key: metadata[key] for key in sorted(metadata) if key in kept}
        cells.append(from_dict({"cell_type": cell.cell_type, "source": cell.source, "metadata": {**short, **rest}}))
    return from_dict({"cells": cells, "metadata": heading})


def parse(text, file="lesson.md"):
    """The notebook that Jupytext reads in a source."""
    try:
        return myst_to_notebook(text, add_source_map=True)
    except ValidationError as error:
        raise Refused(f"{file}: a cell's metadata are not as in a notebook: {error.message}.") from None
    except (MystMetadataParsingError, yaml.YAMLError) as error:
        raise Refused(f"{file}: {' '.join(str(error).split())}") from None


def source_from(notebook):
    return notebook_to_myst(shortened(notebook), default_lexer="typescript")


def comes_back(cells):
    """Whether cells of a source come back from it, also between others."""
    other = {"cell_type": "markdown", "source": "Another cell.", "metadata": {"id": "another"}}
    around = [from_dict(other), *cells, from_dict(other)]
    text = notebook_to_myst(from_dict({"cells": around, "metadata": heading}), default_lexer="typescript")
    try:
        back = parse(text).cells
    except Refused:
        return False
    parts = [[(cell.cell_type, cell.source, cell.metadata) for cell in each] for each in (around, back)]
    return parts[0] == parts[1]


def reason(source):
    """Why a cell does not come back, and what to do."""
    if not source.strip():
        return "it is empty: delete it, or write something."
    if source != source.lstrip("\n").rstrip():
        return "it begins or ends with blank lines or spaces: delete them."
    if found := line_ends.search(source):
        return f"it has the character U+{ord(found[0]):04X}: write an escape sequence, or take it away."
    if found := cell_break.search(source):
        return f"its line `{found[0]}` would begin another cell: write it otherwise, or in a code block."
    return "it ends elsewhere in Markdown: close what it opens (```, <!--), and open no {code-cell} or {raw-cell}."


def refuse_losses(file, text, again):
    """Refuses a source that would not come back from its notebook as it is, at the first line that would differ."""
    if text == again:
        return
    pairs = itertools.zip_longest(text.split("\n"), again.split("\n"))
    number, (have, want) = next((number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    place = f"{file}, line {number}"
    rest = "\n".join(text.split("\n")[number:]).lstrip()
    if have and have.startswith("+++") and (not rest or re.match(r"\+\+\+|```+\{(code|raw)-cell\}", rest)):
        raise Refused(f"{place}: the cell that begins here is empty, and would be lost: write something, or delete it.")
    if number < source_from(v4.new_notebook()).count("\n"):
        raise Refused(f"{place}: begin the file with the lines with which every other lesson.md begins: copy them.")
    if have == "" and number == len(text.split("\n")):
        raise Refused(f"{place}: the file ends within a code block: end it by ```.")
    if have == "":
        raise Refused(f"{place}: this blank line would be lost: delete it.")
    if have is None:
        raise Refused(f"{place}: the file's end is missing: end its last line.")
    written = "nothing" if want is None else "a blank line" if want == "" else f"`{want}`"
    raise Refused(f"{place}: write {written} instead of `{have}`, which would not come back from the notebook.")


def main(make, folders):
    made, refused = {}, []
    numbers = json.load(sys.stdin)
    for name, folder in zip(folders, map(Path, folders)):
        try:
            if make == "notebook":
                made[str(folder / notebook_name(folder))] = notebook_of(folder, flat(numbers[name]))
            else:
                made[str(folder / "lesson.md")] = source_of(folder, flat(numbers[name]))
        except Refused as error:
            refused.append(str(error))
    print(json.dumps(made))
    print(*refused, sep="\n", end="\n" if refused else "", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
