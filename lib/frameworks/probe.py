"""Prints as JSON which frameworks this Python can import, in which versions, under which licences, and where they come from.

It reads what the packages say about themselves, and imports none of them: that would take seconds. Any Python from 3.8 runs it.
"""

import glob
import importlib.metadata as metadata
import json
import os
import platform
import re
import subprocess
import sys

# The names under which a package may be installed.
DISTRIBUTIONS = {
    "tensorflow": ["tensorflow", "tensorflow-cpu", "tensorflow-gpu", "tensorflow-rocm", "tensorflow-cpu-aws"],
    "keras": ["keras"],
    "tf_keras": ["tf_keras", "tf-keras"],
    "torch": ["torch"],
    "mxnet": ["mxnet", "mxnet-mkl", "mxnet-native", "mxnet-cu112", "mxnet-cu110", "mxnet-cu102", "mxnet-cu101"],
    "horovod": ["horovod"],
    "numpy": ["numpy"],
}


def found(names):
    for name in names:
        try:
            return metadata.distribution(name)
        except metadata.PackageNotFoundError:
            pass


def source_of(distribution, package):
    if package is not None:
        return "Debian's {} {}".format(*package)
    name = distribution.metadata["Name"]
    return "compiled from its source" if name == "horovod" else "the wheel " + name


def debian_package(distribution):
    """The Debian package that a distribution's files belong to, with its version; None where dpkg knows nothing of them."""
    files = [str(distribution.locate_file("")), distribution.metadata["Name"]]
    try:
        owner = subprocess.check_output(["dpkg-query", "-S", os.path.join(*files, "__init__.py")], text=True, stderr=subprocess.DEVNULL)
        name = owner.split(":")[0]
        version = subprocess.check_output(["dpkg-query", "-W", "-f=${Version}", name], text=True, stderr=subprocess.DEVNULL)
        return name, version
    except (OSError, subprocess.CalledProcessError):
        return None


def licence(distribution):
    """One line. Some packages give the whole text, or only a classifier."""
    stated = distribution.metadata.get("License-Expression") or distribution.metadata.get("License") or ""
    if stated and "\n" not in stated and len(stated) < 60 and stated != "UNKNOWN":
        return stated
    classifiers = distribution.metadata.get_all("Classifier") or []
    names = [each.split(" :: ")[-1] for each in classifiers if each.startswith("License :: ")]
    return names[-1] if names else "not stated"


def horovod_serves(distribution):
    """The frameworks that this Horovod was compiled for: those whose library it has."""
    folder = str(distribution.locate_file("horovod"))
    return [each for each in ("tensorflow", "torch", "mxnet") if glob.glob(os.path.join(folder, each, "mpi_lib*.so"))]


result = {
    "versions": {"python": platform.python_version()},
    "licences": {"python": "PSF-2.0"},
    "sources": {"python": sys.executable},
    "horovod": [],
}
for key, names in DISTRIBUTIONS.items():
    distribution = found(names)
    if distribution is None:
        continue
    package = debian_package(distribution)
    version = distribution.version
    source = source_of(distribution, package)
    if package is not None:
        # Debian's PyTorch 1.13.1 calls itself 1.13.0a0+gitunknown: what Debian says is right.
        upstream = re.sub(r"^\d+:|[+~-].*$", "", package[1])
        if upstream != version:
            source += ", which calls itself {}".format(version)
            version = upstream
    result["versions"][key] = version
    result["licences"][key] = licence(distribution)
    result["sources"][key] = source
    if key == "horovod":
        result["horovod"] = horovod_serves(distribution)
        result["sources"][key] += " for " + ", ".join(result["horovod"])
print(json.dumps(result))
