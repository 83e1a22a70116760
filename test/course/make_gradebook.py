"""Makes a gradebook with made-up marks through nbgrader's own interface: make_gradebook.py COURSE < marks.json

marks.json: [{"student", "lesson", "auto", "manual" (null: not marked yet; absent: no such cell), "penalty"}]; each lesson has a test
of 8 points and, where somebody has a manual mark, a task of 4.
"""

import json
import os
import sys
from datetime import datetime

from nbgrader.api import Gradebook

course = sys.argv[1]
marks = json.load(sys.stdin)
with Gradebook(f"sqlite:///{os.path.join(course, 'gradebook.db')}") as gradebook:
    for name in sorted({mark["lesson"] for mark in marks}):
        gradebook.update_or_create_assignment(name)
        gradebook.update_or_create_notebook("lesson", name)
        gradebook.update_or_create_grade_cell("test", "lesson", name, max_score=8, cell_type="code")
        if any("manual" in mark for mark in marks if mark["lesson"] == name):
            gradebook.update_or_create_grade_cell("task", "lesson", name, max_score=4, cell_type="markdown")
    for mark in marks:
        gradebook.update_or_create_student(mark["student"])
        submission = gradebook.update_or_create_submission(
            mark["lesson"], mark["student"], timestamp=datetime(2026, 11, 22, 10, 0, 0)
        )
        notebook = submission.notebooks[0]
        for grade in notebook.grades:
            if grade.name == "test":
                grade.auto_score, grade.needs_manual_grade = mark["auto"], False
            else:
                grade.manual_score = mark.get("manual")
                grade.needs_manual_grade = mark.get("manual") is None
        notebook.late_submission_penalty = mark.get("penalty", 0)
    gradebook.db.commit()
