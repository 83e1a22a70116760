#!/bin/sh
# The image's entry point: runs a command of the workbook. Without words the image starts JupyterLab (container/Containerfile).
if [ "${1:-}" = start ] && ! grep -q " $HOME " /proc/self/mountinfo; then
  echo "Your notebooks and results will end with this container: keep them in a volume by -v parallel-training:$HOME" >&2
fi
exec node /opt/parallel-training/workbook "$@"
