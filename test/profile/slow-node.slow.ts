import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { coresOfNode } from "../../lib/cluster/nodes";
import { nodesText, processesText } from "../../lib/command/profile/action";
import { withCluster } from "../cluster/on-cluster";
import { temporaryFolder } from "../temporary";

const folder = temporaryFolder("slow-node");
const cluster = withCluster({ nodes: 3, cpus: 1, rate: "none" });

/** Trains ResNet20, whose gradients have 1.1 MB, on two nodes. */
async function train(nodes: [number, number], ...more: string[]): Promise<void> {
  const sizes = ["--model", "resnet20", "--dataset", "synthetic", "--image-size", "32", "--local-batch-size", "8"];
  const images = ["--train-images", "160", "--test-images", "16", "--epochs", "1"];
  const how = ["--strategy", "multi-worker", "--device", "cpu", ...sizes, ...images, ...more];
  const list = nodes.map((node) => `node${node}`).join(",");
  const srun = [
    "--nodes=2",
    "--ntasks-per-node=1",
    `--nodelist=${list}`,
    process.execPath,
    "workbook",
    "train",
    ...how,
  ];
  const { file, args, env } = cluster().command("srun", srun);
  const { exitCode, stderr } = await execa(file, args, { env, reject: false });
  expect(exitCode, stderr).toBe(0);
}

it("a node with a ninth of its processor is named by the processes' profiles", async (test) => {
  const [cores, others] = [coresOfNode(2, 1), coresOfNode(1, 1)];
  if (!cores || String(cores) === String(others)) return test.skip("needs two cores, so that each node has its own");
  const [path, record] = [join(folder, "profiles"), join(folder, "slow.json")];
  // So many programs that compute for ever, on the core of node 2, that it stays the slower one whatever else this machine does. Each
  // has a session of its own, since Linux gives the programs of one session together the share of one. They begin with the record, when
  // TensorFlow has started and no step is made yet, and end with this test.
  const hog = `setInterval(() => { if (require("node:fs").existsSync("${record}")) for (;;); }, 20);`;
  const busy = Array.from({ length: 8 }, () => {
    const onCore = ["taskset", "-c", String(cores), process.execPath, "--eval", hog];
    const { file, args, env } = cluster().on(2, "setsid", onCore);
    return execa(file, args, { env, reject: false, timeout: 500_000, killSignal: "SIGKILL" });
  });
  try {
    await train([1, 2], "--profile", path, "--record", record);
  } finally {
    busy.forEach((each) => each.kill("SIGKILL"));
    await Promise.all(busy);
  }
  const said = processesText(path);
  expect(said).toMatch(/The others wait for node2, whose own work takes [1-9][\d.]* times as long\./);
});

it("a node with a slow link is named by runs on different nodes", async () => {
  await cluster().setRate("10mbit", 2);
  const pairs: [number, number][] = [[1, 2], [2, 3], [1, 3]]; // prettier-ignore
  const records: string[] = [];
  for (const pair of pairs) {
    records.push(join(folder, `${pair.join("-")}.json`));
    await train(pair, "--record", records[records.length - 1]);
  }
  expect(await nodesText(records)).toMatch(/Every run with node2 is slow: look at the node and its link/);
});
