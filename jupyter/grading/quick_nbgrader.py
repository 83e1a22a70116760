"""nbgrader's commands, as `python -m nbgrader` runs them, started in half the time.

jsonschema, which reads the notebook format's schema, compiles a grammar of internationalized addresses if it finds one. No
notebook holds any, and it takes longer than everything else at the start. nbgrader asks a process of alembic's for the newest
version of a gradebook each time that it makes one, which takes seconds; alembic says it here, too.
"""

import sys
from pathlib import Path

sys.modules["rfc3987_syntax"] = None

import nbgrader.api  # noqa: E402
from alembic.script import ScriptDirectory  # noqa: E402

versions = Path(nbgrader.api.__file__).parent / "alembic"
nbgrader.api.get_alembic_version = lambda: ScriptDirectory(versions).get_current_head()

if __name__ == "__main__":
    from nbgrader.apps.nbgraderapp import NbGraderApp

    NbGraderApp.launch_instance()
