"""Unpacks the parts of a wheel that the engine needs: shared libraries, headers, CUDA's tools and the licences.

    python unpack_wheel.py WHEEL FOLDER

A third of TensorFlow's wheel is Python, and half of its files are third-party headers that the addon does not include.
Cluster file systems are slow with many small files.
"""

import os
import re
import sys
import zipfile

WANTED = re.compile(
    r"tensorflow/(libtensorflow_[a-z]+\.so[^/]*|include/(?!external/|third_party/).*|THIRD_PARTY_NOTICES\.txt"
    r"|python/platform/build_info\.py)"
    r"|nvidia/(?!.*/include/).*"
    r"|[^/]+\.dist-info/.*"
)

wheel, folder = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    for member in archive.infolist():
        if WANTED.fullmatch(member.filename):
            path = archive.extract(member, folder)
            if not member.is_dir():
                # As pip does it: CUDA's compiler, which XLA starts, is executable in NVIDIA's wheel for its owner alone.
                os.chmod(path, 0o755 if member.external_attr >> 16 & 0o111 else 0o644)
