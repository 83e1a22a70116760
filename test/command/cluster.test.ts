import { beforeEach, expect, it, vi } from "vitest";
import { clusterCommand } from "../../lib/command/cluster";
import { completeOptions } from "../../lib/cluster/options";
import { inProcess } from "./in-process";

const made = vi.hoisted((): { options: object } => ({ options: {} }));
vi.mock("../../lib/cluster/index", async (original) => ({
  ...(await original<object>()),
  whyNotRoot: () => undefined,
  runningCluster: () => ({ status: () => Promise.resolve(made.options) }),
}));

const status = (gpus?: number) => {
  const { name, rate, cpus, gpus: has, memory } = completeOptions({ gpus, cpus: 2, memory: 4000, rate: "none" });
  const nodes = [{ name: "node1", state: "idle", reason: "" }];
  made.options = { ...{ name, rate, cpus, gpus: has, memory, nodes }, jobs: [] };
  return inProcess(clusterCommand(), "status");
};
let out: string;
beforeEach(() => {
  out = "";
  vi.spyOn(console, "log").mockImplementation((text: string) => void (out += `${text}\n`));
});

it("`cluster status` claims no GPUs that are not there", async () => {
  await status();
  expect(out).toMatch(/^Cluster workbook: 1 node, each 2 CPUs, 4000 MB; links without a limit\n/);
});

it("`cluster status` says that GPUs are pretended, where somebody asked for them", async () => {
  await status(4);
  expect(out).toMatch(/, each 2 CPUs, 4 pretended GPUs, 4000 MB;/);
});
