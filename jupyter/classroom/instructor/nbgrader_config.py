"""nbgrader's settings in an instructor's notebook server: Formgrader opens the course of this instructor."""

import os

c = get_config()  # noqa: F821

# Formgrader demands a folder below the server's own, which is the home.
c.CourseDirectory.root = os.path.abspath(
    os.path.expanduser(os.environ.get("WORKBOOK_COURSE") or "~/parallel-training-course")
)
# It shows what students wrote in the instructor's own page, where a script of theirs could do all that the instructor can.
c.HTMLExporter.sanitize_html = True
