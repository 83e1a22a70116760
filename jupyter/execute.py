"""Runs a notebook on the course kernel and writes it with its outputs, also when a cell fails.

usage: execute.py NOTEBOOK OUTPUT FOLDER [--allow-errors]
FOLDER is where the cells run. A line on stdout for each code cell. Exit status 1 when a cell failed.
"""

import argparse
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

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


client = NotebookClient(
    notebook,
    kernel_name="parallel-training",
    timeout=None,
    allow_errors=options.allow_errors,
    resources={"metadata": {"path": options.folder}},
    record_timing=False,
    on_cell_execute=starts,
)
status = 0
try:
    client.execute()
except CellExecutionError:
    status = 1
except (DeadKernelError, CellTimeoutError) as error:
    print(f"the kernel ended: {error}", file=sys.stderr)
    status = 3
nbformat.write(notebook, options.output)
sys.exit(status)
