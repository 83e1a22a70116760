"""Why `nbgrader autograde` does nothing by itself: it would run submissions outside of the sandbox."""

from nbconvert.exporters import NotebookExporter
from nbgrader.converters.base import NbGraderException

REFUSAL = "Submissions are graded in a sandbox, by `./workbook grade LESSON`: `nbgrader autograde` was refused."


class GradedByWorkbook(NotebookExporter):
    """Refuses as soon as nbgrader makes it, which is before anything is removed or run."""

    def __init__(self, *args, parent=None, **kwargs):
        if parent is not None:
            parent.log.error(REFUSAL)
        raise NbGraderException(REFUSAL)
