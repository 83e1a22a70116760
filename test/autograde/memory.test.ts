import { expect, it } from "vitest";
import { hierarchyOf } from "../../lib/autograde/sandbox/memory-group";

it.each([
  // Debian 12 as root over SSH, and the same with Slurm's job in it.
  ["30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate", "0::/user.slice/user-0.slice/session-3.scope", 2],
  ["30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw", "0::/", 2],
  // A container with version 1 that sees its own group as the outermost.
  ["40 31 0:32 /docker/ab /proc/1 ro - cgroup cgroup rw,memory", "4:memory:/docker/ab\n0::/", 1],
  [
    "40 31 0:32 / /proc rw - cgroup cgroup rw,cpu\n41 31 0:33 / /proc rw - cgroup cgroup rw,memory",
    "3:cpu,memory:/none",
    1,
  ],
])("%s: the folder of groups", (mountinfo, groups, version) => {
  const folder = { 1: mountinfo.includes("/docker") ? "/proc/1" : "/proc", 2: "/sys/fs/cgroup" }[version];
  expect(hierarchyOf(mountinfo, groups)).toEqual({ folder, version });
});

it("without control groups there is no folder of them", () => {
  expect(hierarchyOf("22 1 0:20 / /proc rw - proc proc rw", "0::/")).toBeUndefined();
});
