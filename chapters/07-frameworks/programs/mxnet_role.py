"""A scheduler or a server of MXNet's key-value store, as DMLC_ROLE says: with that variable the import serves and does not return."""

import os
import threading


def end_with_the_workbook():
    os.read(0, 1)
    os._exit(1)


threading.Thread(target=end_with_the_workbook, daemon=True).start()
import mxnet  # noqa: E402, F401
