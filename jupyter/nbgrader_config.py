"""Settings of nbgrader for TypeScript notebooks: what replaces a solution, what marks solutions and hidden tests, and what
grading a class needs. A course's own nbgrader_config.py loads this one."""

import os
import secrets
import sys
from pathlib import Path

import nbgrader
from jupyter_core.paths import jupyter_runtime_dir

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
# A lesson's source and its checks, which hold the answers, lie beside the instructor's notebook. They are not handed out with the rest.
# (The first four are nbgrader's own. A list that is only extended would make traitlets load these settings twice, over what
# grading/book.py says.)
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback", "lesson.md", "exercises"]
# While a student's notebook is validated, a cell may train for minutes.
c.Execute.timeout = 1800

# A notebook that is validated runs on a kernel whose sockets lie in a folder that nobody else can enter.
c.KernelManager.transport = "ipc"
c.KernelManager.ip = str(Path(jupyter_runtime_dir()) / f"validated-{secrets.token_hex(4)}")

# Submissions run in `./workbook grade`'s sandbox and nowhere else.
c.Autograde.exporter_class = "grading.by_hand.GradedByWorkbook"
# Students can write in the exchange folder, and what they hand in may hold links, pipes and names of others.
c.ExchangeFactory.release_assignment = "grading.exchange.CarefulRelease"
c.ExchangeFactory.collect = "grading.collect.CarefulCollect"
c.ExchangeFactory.release_feedback = "grading.exchange.CarefulReturn"
# Students' text is shown to instructors in a page that may change marks. lib/autograde/shown makes it harmless; here only the
# tags pass that it makes, once more.
c.HTMLExporter.sanitize_html = True
c.SanitizeHTML.tags = """a blockquote br code em h1 h2 h3 h4 h5 h6 hr li ol p pre s strong table tbody td th thead tr ul""".split()
c.SanitizeHTML.attributes = {"a": ["href"], "ol": ["start"]}
# What replaces parts of nbgrader's pages is found before they are.
c.HTMLExporter.extra_template_basedirs = [
    str(Path(here) / "templates" / "nbgrader"),
    str(Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"),
]

# Students and instructors of one machine or cluster meet here.
c.Exchange.root = os.environ.get("WORKBOOK_EXCHANGE") or "/srv/nbgrader/exchange"
