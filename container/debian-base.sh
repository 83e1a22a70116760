#!/usr/bin/env bash
# Makes a base for the Containerfile where no image registry can be reached: a minimal Debian by debootstrap, with this
# machine's Node and npm in the places that they have in the official node images.
#   container/debian-base.sh NAME        e.g.  container/debian-base.sh debian-node
#   buildah build -f container/Containerfile --build-arg BASE=debian-node ...
# Needs root, buildah and debootstrap. The image lies where buildah keeps its images (CONTAINERS_STORAGE_CONF).
set -euo pipefail
[ $# = 1 ] || { sed -n 2,6p "$0" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "debian-base: debootstrap needs root's rights: run this as root" >&2; exit 1; }
for program in buildah debootstrap node npm; do
  command -v "$program" >/dev/null || { echo "debian-base: $program was not found: apt-get install $program" >&2; exit 1; }
done

# Debian's server as this machine's own settings name it.
server=$(awk '/^URIs:/ { print $2; exit } /^deb / { for (i = 2; i <= NF; i++) if ($i ~ /^https?:/) { print $i; exit } }' \
  /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true)

container=$(buildah from scratch)
trap 'buildah rm "$container" >/dev/null' EXIT
root=$(buildah mount "$container")
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" ${server:+"$server"} >"$root.log" ||
  { tail -n 5 "$root.log" >&2; exit 1; }
rm -rf "$root.log" "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*

node=$(node -p process.execPath)
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
install -D "$node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp -a "$npm" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"

buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
buildah commit --quiet "$container" "$1" >/dev/null
echo "$1"
