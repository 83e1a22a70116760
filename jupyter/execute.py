"""Runs a notebook on the course kernel and writes it with its outputs, also when a cell fails.

usage: execute.py NOTEBOOK OUTPUT FOLDER [--allow-errors]
FOLDER is where the cells run. A line on stdout for each code cell. Exit status 1 when a cell failed.
"""

import argparse
import atexit
import os
import sys
import tempfile

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from traitlets.config import Config

arguments = argparse.ArgumentParser()
arguments.add_argument("notebook")
arguments.add_argument("output")
arguments.add_argument("folder")
arguments.add_argument("--allow-errors", action="store_true")
options = arguments.parse_args()

notebook = nbformat.read(options.notebook, as_version=4)
codes = [index for index, cell in enumerate(notebook.cells) if cell.cell_type == "code"]


def starts(cell, cell_index):
    first = next((line for line in cell.source.splitlines() if line.strip()), "")
    print(f"  cell {codes.index(cell_index) + 1} of {len(codes)}: {first[:90]}", flush=True)


# The kernel's sockets lie in a folder that nobody else can enter: of a TCP port, everybody on the machine can read what cells print.
own = tempfile.TemporaryDirectory()
sockets = Config({"KernelManager": {"transport": "ipc", "ip": os.path.join(own.name, "kernel")}})
client = NotebookClient(
    notebook,
    config=sockets,
    kernel_name="parallel-training",
    timeout=None,
    allow_errors=options.allow_errors,
    resources={"metadata": {"path": options.folder}},
    record_timing=False,
    on_cell_execute=starts,
)


def execute():
    """The exit status."""
    try:
        client.execute()
        return 0
    except CellExecutionError:
        return 1
    except (DeadKernelError, CellTimeoutError) as error:
        print(f"the kernel ended: {error}", file=sys.stderr)
    except RuntimeError as error:
        atexit.unregister(client._cleanup_kernel)  # it would fail: nothing is left to clean up
        print(f"the kernel does not start: {error}", file=sys.stderr)
    return 3


status = execute()
nbformat.write(notebook, options.output)
sys.exit(status)
