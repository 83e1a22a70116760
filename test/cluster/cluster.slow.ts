import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runningCluster, startCluster } from "../../lib/cluster";
import { execute, until, withCluster } from "./on-cluster";
import { temporaryFolder } from "../temporary";

const name = `test-${process.pid}`;
const folder = temporaryFolder("cluster");
const cluster = withCluster({ name, nodes: 3, rate: "200mbit", gpus: 2 });

const onHead = (program: string, ...args: string[]) => execute(cluster().command(program, args));

it("is up with every node idle", async () => {
  await until(async () => (await cluster().status()).nodes.every(({ state }) => state === "idle"));
  const { rate, nodes } = await cluster().status();
  expect(rate).toBe("200mbit");
  expect(nodes.map((node) => [node.name, node.state])).toEqual([1, 2, 3].map((node) => [`node${node}`, "idle"]));
});

it("is found by its name, which no second one can take", async () => {
  expect(runningCluster(name)?.nodes).toBe(3);
  expect(runningCluster(`${name}-other`)).toBeUndefined();
  await expect(startCluster({ name })).rejects.toThrow(`A cluster named ${name} is up already`);
});

it("runs a step on three nodes, in the same folder, with the same Node", async () => {
  const program = "console.log(os.hostname(), process.cwd(), process.version)";
  const { stdout } = await onHead("srun", "--nodes=3", process.execPath, "--print", program);
  const lines = stdout.split("\n").filter((line) => line.startsWith("node"));
  expect(lines.sort()).toEqual([1, 2, 3].map((node) => `node${node} ${process.cwd()} ${process.version}`));
});

it("gives a job GPUs to schedule on", async () => {
  const { stdout } = await onHead("srun", "--gpus-per-node=2", "printenv", "CUDA_VISIBLE_DEVICES");
  expect(stdout).toBe("0,1");
});

it("remembers how a job ended", async () => {
  const script = join(folder, "job.sh");
  writeFileSync(script, "#!/bin/sh\necho on $(hostname)\nexit 3\n");
  const output = ["--output", join(folder, "job.log")];
  const { exitCode, stdout: job } = await onHead("sbatch", "--wait", "--parsable", ...output, script);
  expect(exitCode).toBe(3);
  expect((await onHead("scontrol", "--oneliner", "show", "job", job)).stdout).toMatch(/JobState=FAILED .*ExitCode=3:0/);
  await until(async () => (await onHead("sacct", "-c", "--jobs", job)).stdout.includes("FAILED"));
});

it.each([
  [["--account=nobody"], "Invalid account or account/partition combination specified"],
  [["--qos=express"], "Invalid qos specification"],
  [["--partition=gpu"], "Invalid partition name specified"],
  [["--partition=short", "--time=60"], "Requested time limit is invalid (missing or exceeds some limit)"],
  [["--nodes=4"], "Node count specification invalid"],
  [["--gpus-per-node=3"], "Requested node configuration is not available"],
])("refuses a job with %j, in Slurm's words", async (flags, words) => {
  const { exitCode, stderr } = await onHead("sbatch", ...flags, "--wrap", "true");
  expect(exitCode).toBe(1);
  expect(stderr).toContain(words);
});

it("shapes links, again while it is up", async () => {
  // A busy machine can only make a transfer slower: one of several comes near the rate, and none above it.
  const megabits = async (bytes: number, enough: number) => {
    let most = 0;
    for (let turn = 0; turn < 20 && most <= enough; turn++) most = Math.max(most, await transfer(1, 2, bytes));
    return most;
  };
  expect(await megabits(10e6, 140)).toSatisfy((rate: number) => rate > 140 && rate < 205);
  await cluster().setRate("50mbit");
  expect(cluster().rate).toBe("50mbit");
  expect(await megabits(4e6, 35)).toSatisfy((rate: number) => rate > 35 && rate < 53);
  await cluster().setRate("none");
  expect(await megabits(40e6, 250)).toBeGreaterThan(250);
  await cluster().setRate("200mbit");
});

/** The rate in Mbit/s of a transfer between nodes, from its first byte until the receiver says that it has all. */
async function transfer(from: number, to: number, bytes: number): Promise<number> {
  const receive = `
    net.createServer({ allowHalfOpen: true }, (socket) => {
      socket.resume().on("end", () => socket.end(() => process.exit()));
    }).listen(7000, () => console.log("listens"));`;
  const send = `
    const socket = net.connect(7000, "node${to}", () => {
      const begin = performance.now();
      socket.end(Buffer.alloc(${bytes})).resume().on("end", () => {
        console.log((8e-3 * ${bytes}) / (performance.now() - begin));
      });
    });`;
  const receiver = execute(cluster().on(to, process.execPath, ["--eval", receive]));
  await new Promise<void>((resolve) => receiver.stdout.once("data", () => resolve()));
  const { stdout } = await execute(cluster().on(from, process.execPath, ["--eval", send]));
  await receiver;
  return Number(stdout);
}

it("refuses nodes it does not have", async () => {
  await expect(cluster().killNode(4)).rejects.toThrow(`The cluster ${name} has no node 4: its nodes are 1 to 3.`);
});

it("loses a node, starts its job again on another, and takes the node back", async () => {
  const script = join(folder, "requeued.sh");
  const log = join(folder, "requeued.log");
  writeFileSync(script, '#!/bin/sh\n[ "$SLURM_RESTART_COUNT" = 1 ] && exit 0\nsleep 600\n');
  const { stdout: job } = await onHead("sbatch", "--requeue", "--parsable", "--nodes=2", "--output", log, script);
  await until(async () => (await cluster().status()).jobs.find(({ id }) => id === job)?.state === "RUNNING");
  await cluster().killNode(1);
  expect(() => cluster().on(1, "true")).toThrow("node1 is down: revive it first.");
  await until(async () => (await onHead("sacct", "-c", "--jobs", job)).stdout.includes("COMPLETED"));
  expect((await onHead("scontrol", "--oneliner", "show", "job", job)).stdout).toContain("Restarts=1 ");
  await cluster().reviveNode(1);
  await until(async () => (await cluster().status()).nodes[0].state === "idle");
});

it("loses a link, over which nothing passes, until it is mended", async () => {
  const reaches = async () => (await execute(cluster().on(1, process.execPath, ["--eval", connect]))).exitCode === 0;
  const connect = `net.connect(6818, "node2", () => process.exit(0)).on("error", () => process.exit(1));
    setTimeout(() => process.exit(2), 1000);`;
  expect(await reaches()).toBe(true);
  await cluster().breakLink(2);
  expect(await reaches()).toBe(false);
  await cluster().mendLink(2);
  await until(reaches);
});
