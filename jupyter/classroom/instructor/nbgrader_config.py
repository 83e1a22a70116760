"""nbgrader's settings in an instructor's notebook server: Formgrader opens the course of this instructor, also where it is
made only while the server runs (`./workbook course init`)."""

import os
from pathlib import Path

c = get_config()  # noqa: F821

installation = Path(__file__).resolve().parents[3]
course = Path(os.environ.get("WORKBOOK_COURSE") or "~/parallel-training-course").expanduser().resolve()
# Its exchange folder and its rule for late work, without which Formgrader warns that nothing can be handed out.
if (course / "nbgrader_config.py").is_file():
    load_subconfig(str(course / "nbgrader_config.py"))  # noqa: F821
# Formgrader demands a folder below the server's own, which is the home.
c.CourseDirectory.root = str(course)
c.CourseDirectory.source_directory = str(installation / "solutions")
c.CourseDirectory.release_directory = str(installation / "notebooks")
