import { expect, it } from "vitest";
import { memoryGroupsIn, oomKillsIn } from "../../lib/system/control-groups";

it("knows the groups that count memory, in both versions, whatever their names hold", () => {
  const text = "12:cpuset:/a\n9:name=systemd:/\n4:cpu,memory:/docker/abc\n0::/system.slice:docker:abc\n";
  expect(memoryGroupsIn(text)).toEqual([
    { version: 1, path: "/docker/abc" },
    { version: 2, path: "/system.slice:docker:abc" },
  ]);
  expect(memoryGroupsIn("")).toEqual([]);
});

it("counts the processes that Linux has ended, and neither groups nor settings of the same name", () => {
  expect(oomKillsIn("low 0\nhigh 0\nmax 4\noom 3\noom_kill 2\noom_group_kill 1\n")).toBe(2);
  expect(oomKillsIn("oom_kill_disable 0\nunder_oom 0\noom_kill 7\n")).toBe(7);
  expect(oomKillsIn("")).toBe(0);
});
