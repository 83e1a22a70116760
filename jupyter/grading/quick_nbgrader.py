"""nbgrader's commands, as `python -m nbgrader` runs them, started in half the time.

jsonschema, which reads the notebook format's schema, compiles a grammar of internationalized addresses if it finds one. No
notebook holds any, and it takes longer than everything else at the start.
"""

import sys

sys.modules["rfc3987_syntax"] = None

if __name__ == "__main__":
    from nbgrader.apps.nbgraderapp import NbGraderApp

    NbGraderApp.launch_instance()
