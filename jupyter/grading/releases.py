"""Which release of the workbook a lesson of a course was handed out from. lib/course/lesson-release.ts reads these notes, too."""

import json
import os
from pathlib import Path

FIRST = "0.1.0"  # whose notebooks and courses do not name it


def named_in(folder):
    """The release that a lesson's notebook names."""
    notebook = json.loads(sorted(Path(folder).glob("*.ipynb"))[0].read_text("utf8"))
    return notebook["metadata"].get("workbook", {}).get("release", FIRST)


def note(course, lesson, release):
    file = Path(course, "grading", "releases", f"{lesson}.txt")
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    new.write_text(f"{release}\n")
    os.replace(new, file)


def noted(course, lesson):
    for name in (lesson, "course"):
        file = Path(course, "grading", "releases", f"{name}.txt")
        if file.exists():
            return file.read_text().strip()
    return FIRST
