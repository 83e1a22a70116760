import { expect, it } from "vitest";
import { bytesPerSecond, completeOptions } from "../../lib/cluster/options";
import { coresOfNode } from "../../lib/cluster/nodes";
import { slurmFiles } from "../../lib/cluster/slurm-files";

it("reads rates as tc does", () => {
  expect(bytesPerSecond("1gbit")).toBe(125e6);
  expect(bytesPerSecond("2.5mbit")).toBe(312_500);
  expect(() => bytesPerSecond("1 Gb/s")).toThrow(
    'A link cannot have the rate "1 Gb/s": write a number and kbit, mbit or gbit, or none.',
  );
});

it("refuses what a cluster cannot have, with the limit and what to do", () => {
  expect(() => completeOptions({ nodes: 33 })).toThrow(
    "A local cluster cannot have nodes 33: choose a whole number from 1 to 32.",
  );
  expect(() => completeOptions({ rate: "1kbit" })).toThrow("A link cannot have the rate 1kbit: choose at least 8kbit.");
  expect(() => completeOptions({ name: "my/cluster" })).toThrow('A cluster cannot be named "my/cluster"');
  expect(completeOptions({ rate: "none", memory: 1000 })).toMatchObject({ nodes: 3, gpus: 0, memory: 1000 });
});

it("writes Slurm's settings for the nodes, and GPUs only where there are some", () => {
  const two = slurmFiles(completeOptions({ nodes: 2, cpus: 4, gpus: 2, memory: 2000 }));
  expect(two["etc/slurm.conf"]).toContain("NodeName=DEFAULT CPUs=4 RealMemory=2000 Gres=gpu:2 State=UNKNOWN");
  expect(two["etc/slurm.conf"]).toContain("DefMemPerCPU=500");
  expect(two["etc/slurm.conf"]).toContain("NodeName=node2 NodeAddr=10.77.0.2");
  expect(two["etc/gres.conf"]).toContain("NodeName=node[1-2] Name=gpu File=/var/lib/slurm/dev/nvidia[0-1]");
  expect(two.hosts).toContain("10.77.0.2 node2");
  const none = slurmFiles(completeOptions({ gpus: 0 }));
  expect(none["etc/slurm.conf"]).not.toContain("Gres=gpu");
  expect(none["etc/gres.conf"]).toBe("");
});

it("gives each node cores of its own as long as there are enough, and all where it has as many CPUs", () => {
  const cores = [0, 1, 4, 6];
  expect([1, 2, 3, 4, 5].map((node) => coresOfNode(node, 1, cores))).toEqual([[0], [1], [4], [6], [0]]);
  expect([1, 2, 3].map((node) => coresOfNode(node, 3, cores))).toEqual([[0, 1, 4], [6, 0, 1], [4, 6, 0]]); // prettier-ignore
  expect(coresOfNode(1, 4, cores)).toBeUndefined();
  expect(coresOfNode(1, 64, cores)).toBeUndefined();
});
