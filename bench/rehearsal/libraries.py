"""Whether TensorFlow finds its CUDA libraries: libraries.py FOLDER, the folder of libtensorflow_framework.so.2.

It calls what TensorFlow itself calls at its start on a machine with a GPU, and prints a JSON list of the libraries: whether each was
found, and the file. No GPU is needed. Only the driver is missing on a machine without one.
"""

import ctypes
import json
import sys

LIBRARIES = "CudaRuntime Cublas CublasLt Cufft Cusolver Cusparse Cudnn Cupti".split()

framework = ctypes.CDLL(sys.argv[1] + "/libtensorflow_framework.so.2")


def mapped():
    with open("/proc/self/maps") as maps:
        return {line.split()[-1] for line in maps if ".so" in line}


def load(library):
    """tsl::internal::DsoLoader::Get...DsoHandle(), whose result is an absl::StatusOr<void*>: first 1 where it is OK."""
    function = f"Get{library}DsoHandle"
    get = getattr(framework, f"_ZN3tsl8internal9DsoLoader{len(function)}{function}Ev")
    before = mapped()
    result = (ctypes.c_uint64 * 4)()
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    get(result)
    files = sorted(file for file in mapped() - before if library.lower()[:5] in file.lower() or "cuda" in file.lower())
    return {"library": library, "found": result[0] == 1, "file": files[0] if files else ""}


print(json.dumps([load(library) for library in LIBRARIES]))
