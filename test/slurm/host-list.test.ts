import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { startCluster, whyNoCluster } from "../../lib/cluster";
import { expandHostList } from "../../lib/strategy";

const lists: [list: string, hosts: string[]][] = [
  ["node1", ["node1"]],
  ["node[1-3]", ["node1", "node2", "node3"]],
  ["node[1-3,07],gpu2", ["node1", "node2", "node3", "node07", "gpu2"]],
  ["n[08-11]", ["n08", "n09", "n10", "n11"]],
  ["n[098-101]", ["n098", "n099", "n100", "n101"]],
  ["rack[1-2]node[3-4]", ["rack1node3", "rack1node4", "rack2node3", "rack2node4"]],
  ["a-b-[1,3],login", ["a-b-1", "a-b-3", "login"]],
  ["gpu[5]", ["gpu5"]],
  ["node2,node1", ["node2", "node1"]],
  ["n1.cluster.org,n2.cluster.org", ["n1.cluster.org", "n2.cluster.org"]],
];

describe("a host list", () => {
  it.each(lists)("%s is expanded", (list, hosts) => {
    expect(expandHostList(list)).toEqual(hosts);
  });

  it.each(["", "node[1-3", "node1-3]", "node[]", "node[a-b]", "node[3-1]", "node[[1-2]]", "node[1-]"])(
    "'%s' is refused, with the list in the message",
    (list) => {
      expect(() => expandHostList(list)).toThrow(`The host list "${list}"`);
    },
  );

  it("is expanded as Slurm's own tool does it", async (test) => {
    const reason = whyNoCluster();
    test.skip(reason !== undefined, `no local cluster: ${reason}`);
    const cluster = await startCluster({ name: `hosts-${process.pid}`, nodes: 1, rate: "none" });
    try {
      const { file, args, env } = cluster.command("scontrol", [
        "show",
        "hostnames",
        lists.map(([list]) => list).join(","),
      ]);
      const { stdout } = await execa(file, args, { env });
      expect(lists.flatMap(([list]) => expandHostList(list))).toEqual(stdout.split("\n"));
    } finally {
      await cluster.down();
    }
  });
});
