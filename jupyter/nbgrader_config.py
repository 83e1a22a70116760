"""Settings of nbgrader for TypeScript notebooks: what replaces a solution, what marks solutions and hidden tests, and what
grading a class needs. A course's own nbgrader_config.py loads this one."""

import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821

# The modules grading.* that are named below.
here = str(Path(__file__).resolve().parent)
if here not in sys.path:
    sys.path.append(here)

stub = '// YOUR CODE HERE\nthrow new Error("not implemented");'
c.ClearSolutions.code_stub = {"typescript": stub, "javascript": stub}
c.ClearSolutions.text_stub = "*Write your answer here.*"
# nbgrader spells these settings so.
c.ClearSolutions.begin_solution_delimeter = "/// BEGIN SOLUTION"
c.ClearSolutions.end_solution_delimeter = "/// END SOLUTION"
c.ClearHiddenTests.begin_test_delimeter = "/// BEGIN HIDDEN TESTS"
c.ClearHiddenTests.end_test_delimeter = "/// END HIDDEN TESTS"

c.CourseDirectory.course_id = "parallel-training"
c.IncludeHeaderFooter.header = ""
# While a student's notebook is validated, a cell may train for minutes.
c.Execute.timeout = 1800

# Submissions run in `./workbook grade`'s sandbox and nowhere else.
c.Autograde.exporter_class = "grading.by_hand.GradedByWorkbook"
# What students hand in may hold links, pipes and names of others.
c.ExchangeFactory.collect = "grading.collect.CarefulCollect"
# Students' text is shown to instructors in a page that may change marks.
c.HTMLExporter.sanitize_html = True

# Students and instructors of one machine or cluster meet here.
c.Exchange.root = os.environ.get("WORKBOOK_EXCHANGE") or "/srv/nbgrader/exchange"
