#!/bin/sh
# The steps that make the image. container/Containerfile and container/parallel-training.def both run them, in this order:
#   compilers  in the stage that builds: a compiler, Python, and a look at the base's Node
#   set-up     in the stage that builds: everything that the workbook needs (WORKBOOK_DEVICE: cpu or gpu)
#   programs   in the image: what runs, without compilers; the folders that jobs mount; the student's home
#   check      in the image: it holds what contents.txt allows, no answers, and the workbook can start
# A folder after the step's name is looked at instead of the image's: tests do that.
set -eu
workbook=${2:-/opt/parallel-training}

refuse() {
  echo "image: $*" >&2
  exit 1
}

install_packages() {
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@"
  rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb /var/log/apt /var/log/dpkg.log
}

case ${1:-} in
compilers)
  command -v apt-get >/dev/null || refuse "the base has no apt-get: take one of Debian or Ubuntu, such as node:20-bookworm-slim"
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
    refuse "the base has no Node from 20.19: take a base that has it, such as node:20-bookworm-slim"
  install_packages g++ python3 python3-venv
  ;;
set-up)
  cd "$workbook"
  ./workbook setup
  rm -rf solutions # only needed to build from; students get what is built, as in a class's installation
  rm -f .workbook/setup.log
  chmod -R a+rX .
  ;;
programs)
  install_packages python3 tini
  mkdir -p /mnt/job /mnt/data /mnt/kernels # where jobs mount their folders (lib/jobs/container.ts)
  getent passwd 1000 >/dev/null || useradd --uid 1000 --user-group --no-create-home --home-dir /home/student student
  install -d -o 1000 -g 1000 /home/student
  ;;
check)
  cd "$workbook"
  # What set-up makes, and what contents.txt names: a file there, or everything in a folder there.
  find . -path ./node_modules -prune -o -path ./.workbook -prune -o -path ./dist -prune -o ! -type d -print |
    sed 's|^\./||' | while read -r file; do
      part=$file
      until grep -qxF "$part" container/contents.txt; do
        [ "$part" != "${part%/*}" ] || refuse "$file is not in container/contents.txt: it does not belong in the image"
        part=${part%/*}
      done
    done
  solved=$(find notebooks -name .ipynb_checkpoints -o -path 'notebooks/*/results')
  [ -z "$solved" ] || refuse "somebody has worked in $solved: take it away"
  # nbgrader's settings, which are Python, name these marks; no notebook and no program does.
  marked=$(grep -rlE 'BEGIN (SOLUTION|HIDDEN TESTS)' . --exclude='*.py' --exclude='steps.sh' \
    --exclude-dir=node_modules --exclude-dir=.workbook || true)
  [ -z "$marked" ] || refuse "solutions or hidden tests are in $marked"
  node workbook doctor
  ;;
*)
  sed -n 2,7p "$0" >&2
  exit 2
  ;;
esac
