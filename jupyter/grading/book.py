"""Books graded submissions with nbgrader: gradebook, autograded notebook, feedback. One process for a whole class.

usage: book.py COURSE LESSON SOLUTIONS HANDED_OVER, in the course's folder.
SOLUTIONS/LESSON/ holds the instructor's notebook, whose cells and points the gradebook gets.
HANDED_OVER/STUDENT/LESSON/ holds notebooks that are already executed and marked. Each line of stdin is a request,
{"student": NAME, "book": true or false}; with false only the feedback is made anew, which takes in marks given by hand. The first
line of stdout is "ready". Each other one answers a request: {"student": NAME, "score": points, "most": points, "written": whether
a person must look, "late": seconds} or {"student": NAME, "error": LINE}.
"""

import ctypes
import glob
import hashlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
from pathlib import Path

course, lesson, solutions, handed_over = sys.argv[1:]
# Nothing else may write between the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def end_with_parent():
    """Two processes that book at once would wait for each other's database."""
    die_with_parent = 1  # PR_SET_PDEATHSIG of prctl(2)
    parent = os.getppid()
    ctypes.CDLL(None).prctl(die_with_parent, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


end_with_parent()
sys.path.append(str(Path(__file__).resolve().parent.parent))
import logging  # noqa: E402
import warnings  # noqa: E402

import grading.quick_nbgrader  # noqa: E402, F401 (before what it makes quick)
from grading.contents import exercises, name_exercises  # noqa: E402
from nbconvert.exporters import NotebookExporter  # noqa: E402
from nbgrader.api import Gradebook, MissingEntry  # noqa: E402
from nbgrader.apps import AutogradeApp  # noqa: E402
from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback  # noqa: E402
from nbgrader.preprocessors import AssignLatePenalties, CheckCellMetadata, SaveAutoGrades  # noqa: E402

warnings.simplefilter("ignore")  # SQLAlchemy's, about nbgrader
app = AutogradeApp()
app.initialize([])
app.log.setLevel(logging.ERROR)
app.load_config_file()
coursedir = app.coursedir
coursedir.root = course
coursedir.assignment_id = lesson
coursedir.source_directory = solutions
# An instructor's own runs lie beside the solutions, and are nobody's submission.
coursedir.ignore = [*coursedir.ignore, "results", "*.json", "*.csv"]


class Errors(logging.Handler):
    """Keeps what nbgrader says of an error."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())

    def line(self, error):
        """The error itself, which nbgrader logs as the last line of a traceback before its advice."""
        traces = [text for text in self.lines if "Traceback" in text]
        text = traces[-1] if traces else (self.lines[0] if self.lines else str(error))
        return text.strip().split("\n")[-1]


sources = sorted(Path(coursedir.format_path(coursedir.source_directory, ".", lesson)).glob("*.ipynb"))
names = exercises(sources)
errors = Errors()
app.log.addHandler(errors)


def put_into_gradebook():
    """The lesson's cells and points, as the solutions have them now."""
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()
    note = Path(handed_over).parent / "in-gradebook" / f"{lesson}.txt"
    with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
        try:
            present = len(gradebook.find_assignment(lesson).notebooks) > 0
        except MissingEntry:
            present = False
    if present and note.exists() and note.read_text() == digest:
        return
    released = coursedir.release_directory
    scratch = tempfile.mkdtemp()
    try:
        coursedir.release_directory = scratch
        GenerateAssignment(coursedir=coursedir, parent=app, force=True).start()
    finally:
        coursedir.release_directory = released
        shutil.rmtree(scratch, ignore_errors=True)
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(digest)


def book(student):
    coursedir.student_id = glob.escape(student)
    submitted = coursedir.submitted_directory
    try:
        coursedir.submitted_directory = handed_over
        autograde = Autograde(coursedir=coursedir, parent=app, force=True, exporter_class=NotebookExporter)
        autograde.sanitize_preprocessors = [CheckCellMetadata]
        autograde.autograde_preprocessors = [SaveAutoGrades, AssignLatePenalties, CheckCellMetadata]
        autograde.start()
    finally:
        coursedir.submitted_directory = submitted


def make_feedback(student):
    coursedir.student_id = glob.escape(student)
    GenerateFeedback(coursedir=coursedir, parent=app, force=True).start()
    for page in Path(coursedir.format_path(coursedir.feedback_directory, student, lesson)).glob("*.html"):
        name_exercises(page, names)


def booked(student):
    with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
        submission = gradebook.find_submission(lesson, student)
        return {
            "score": submission.score,
            "most": submission.max_score,
            "written": bool(submission.needs_manual_grade),
            "late": submission.total_seconds_late,
        }


def done(request):
    student = request["student"]
    errors.lines.clear()
    try:
        if request["book"]:
            book(student)
        make_feedback(student)
        return {"student": student, **booked(student)}
    except Exception as error:  # one student's trouble is not another's
        return {"student": student, "error": errors.line(error)}


try:
    put_into_gradebook()
except Exception as error:
    print(f"nbgrader cannot take {lesson} into the gradebook: {errors.line(error)}", file=sys.stderr)
    sys.exit(1)
# A submission that needs more is refused, before Linux ends this process or another.
most_bytes = 4 << 30
resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
print("ready", file=answers, flush=True)
for line in sys.stdin:
    print(json.dumps(done(json.loads(line))), file=answers, flush=True)
