"""Hands in notebooks for some students, grades them with nbgrader, and prints each student's points by cell as JSON.

usage: grade_lesson.py SOLUTION.ipynb ANSWERS.json COURSE_FOLDER CONFIG.py
ANSWERS.json: {student: {grade_id: source, ...}}; a student with the answers "solution" hands in the instructor's.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook

solution, answers, course, config = (Path(argument).resolve() for argument in sys.argv[1:])
lesson = "lesson"
source = course / "source" / lesson
source.mkdir(parents=True)
shutil.copy(config, course / "nbgrader_config.py")
notebook = nbformat.read(solution, as_version=4)
nbformat.write(notebook, source / "lesson.ipynb")


def nbgrader(command, *arguments):
    program = [sys.executable, "-m", "nbgrader", command, lesson, *arguments, "--log-level=WARN"]
    subprocess.run(program, check=True, cwd=course, stdout=sys.stderr)


def grade_id(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id")


nbgrader("generate_assignment", "--create", "--force")
solved = {grade_id(cell): cell.source for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("solution")}
students = json.loads(answers.read_text())
for student, given in students.items():
    handed_in = nbformat.read(course / "release" / lesson / "lesson.ipynb", as_version=4)
    for cell in handed_in.cells:
        cell.source = (solved if given == "solution" else given).get(grade_id(cell), cell.source)
    folder = course / "submitted" / student / lesson
    folder.mkdir(parents=True)
    nbformat.write(handed_in, folder / "lesson.ipynb")
nbgrader("autograde", "--create")

with Gradebook(f"sqlite:///{course}/gradebook.db", "parallel-training") as gradebook:
    points = {}
    for student in students:
        submission = gradebook.find_submission_notebook("lesson", lesson, student)
        points[student] = {grade.name: [grade.auto_score, grade.manual_score, grade.needs_manual_grade] for grade in submission.grades}
print(json.dumps(points))
