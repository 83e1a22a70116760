#!/usr/bin/env bash
# The first process of the head's or of a node's namespaces (`unshare --pid --fork --kill-child ...`): makes the place
# its own, says its process id, then waits and reaps. When it ends, the kernel ends every process in there and takes
# away mounts, links and, with the head's, all files of the cluster: they lie in a tmpfs that only the cluster mounts.
#   init.sh head NAME   prints its process id; ends with its standard input, unless that said "stay"
#   init.sh node NAME   writes its process id, as the head sees it, to nodes/NAME
set -euo pipefail
role=$1 name=$2
files=/var/lib/slurm # Debian's own folder for them, hidden while the cluster is up, and only inside it

read -r pid _ </proc/self/stat # this /proc is still the parent's: so is the number
mount -t proc proc /proc
mount -t tmpfs -o mode=1777 shm /dev/shm # nodes share files, but no memory
ip link set lo up

if [ "$role" = node ]; then
  hostname "$name"
  echo "$pid" >"$files/nodes/$name.new" && mv "$files/nodes/$name.new" "$files/nodes/$name"
  while :; do sleep infinity & wait $! || true; done
fi

hostname head
mount -t tmpfs -o mode=755 local-cluster "$files"
mkdir "$files"/{dev,etc,log,munge,nodes,run,spool,state}
mkdir -m 700 "$files/secret"
touch "$files/hosts"
mount --bind "$files/etc" /etc/slurm
mount --bind "$files/hosts" /etc/hosts
ip link add switch address 02:00:0a:4d:00:fe type bridge forward_delay 0
ip link set switch up
ip address add 10.77.0.254/24 dev switch
# The head finds out within a second that nobody has an address any more: until then Slurm's pings of a dead node wait.
cd /proc/sys/net/ipv4/neigh/switch
echo 1000 >base_reachable_time_ms
echo 200 >retrans_time_ms
echo 1 >delay_first_probe_time
cd /
echo "$pid"

exec 3<&0 </dev/null >>"$files/log/head.log" 2>&1
{ read -r word <&3 && [ "$word" = stay ] && exec sleep infinity; } &
wait $!
