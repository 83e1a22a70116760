"""Names the exercises in the list of contents of a student's feedback, where nbgrader calls each one "Test cell"."""

import html
import json
import re

EXERCISE = re.compile(r"^[/#*\s]*Exercise (\d+)[*.:\s]+(.*)$", re.MULTILINE | re.DOTALL)
MOST_LETTERS = 90


def exercises(notebooks):
    """The names of the cells with points, by nbgrader's name for them, from the instructor's notebooks."""
    names = {}
    for file in notebooks:
        section = name = None
        for cell in json.loads(file.read_text())["cells"]:
            source = "".join(cell["source"])
            if found := EXERCISE.search(source):
                name = named(*found.groups())
            elif cell["cell_type"] == "markdown" and (heading := re.search(r"^#+ (.+)$", source, re.MULTILINE)):
                section, name = "Written answer: " + re.sub(r" \(\d+ points?\)$", "", heading[1]), None
            graded = cell["metadata"].get("nbgrader", {})
            if graded.get("grade"):
                names[graded["grade_id"]] = name or section or graded["grade_id"]
    return names


def named(number, text):
    """`Exercise 3: where does each of these happen?`, of the task's first sentence."""
    words = re.sub(r"\s*\n(//)?\s*", " ", re.split(r"\n\s*(?:\n|//\s*\n|[^/\s])", text)[0])
    sentence = re.match(r".+?[.?!](?=\s|$)|.*", words)[0].replace("`", "").rstrip(".").strip("*_ ")
    if len(sentence) > MOST_LETTERS:
        sentence = sentence[:MOST_LETTERS].rsplit(" ", 1)[0] + " ..."
    return f"Exercise {number}: {sentence}"


def name_exercises(file, names):
    """Writes the names into a page of feedback."""
    page = file.read_text()
    head, toc, rest = page.partition('<div id="toc">')
    listed, end, rest = rest.partition("</ol>")
    listed = re.sub(
        r'(<a href="#([^"]*)">)(?:Test cell|Written response)(?=</a>)',
        lambda link: link[1] + html.escape(names.get(html.unescape(link[2]), link[2])),
        listed,
    )
    file.write_text(head + toc + listed + end + rest)
