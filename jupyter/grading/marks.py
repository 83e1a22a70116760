"""Prints the marks of nbgrader's gradebook as JSON, read through nbgrader's own interface.

usage: marks.py COURSE
COURSE is the folder that holds gradebook.db and submitted/. Late penalties are those that nbgrader has booked; a score after its
penalty is at least 0, as in nbgrader's own export.
"""

import json
import os
import stat
import sys

from nbgrader.api import Gradebook
from nbgrader.utils import parse_utc

course = sys.argv[1]


def collected(lesson, student):
    """When the submission that lies in submitted/ was handed in; None where that is not to be known."""
    file = os.path.join(course, "submitted", student, lesson, "timestamp.txt")
    try:
        # Written by the student: a link or a pipe is not followed.
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            return parse_utc(os.read(handle, 100).decode().strip()) if stat.S_ISREG(os.fstat(handle).st_mode) else None
        finally:
            os.close(handle)
    except Exception:
        return None


def mark(lesson, submission):
    penalty = submission.late_submission_penalty or 0.0
    handed_in = collected(lesson, submission.student.id)
    return {
        "student": submission.student.id,
        "score": submission.score,
        "penalty": penalty,
        "final": max(0.0, submission.score - penalty),
        # Cells that a person has to mark, or that the automatic grading could not decide.
        "needsManualGrade": bool(submission.needs_manual_grade),
        # Another submission than the one that was graded.
        "handedInAgain": handed_in is not None and submission.timestamp is not None and handed_in != submission.timestamp,
    }


def ungraded(lesson, graded):
    """Those whose submission was collected and is not in the gradebook."""
    folder = os.path.join(course, "submitted")
    students = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(s for s in students if s not in graded and os.path.isdir(os.path.join(folder, s, lesson)))


def lesson(assignment):
    marks = [mark(assignment.name, submission) for submission in assignment.submissions]
    return {
        "name": assignment.name,
        "most": assignment.max_score,
        "marks": marks,
        "ungraded": ungraded(assignment.name, {each["student"] for each in marks}),
    }


with Gradebook(f"sqlite:///{os.path.join(course, 'gradebook.db')}") as gradebook:
    json.dump({"lessons": [lesson(assignment) for assignment in gradebook.assignments]}, sys.stdout)
