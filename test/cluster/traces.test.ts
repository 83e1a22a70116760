import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, afterEach, expect, it, vi } from "vitest";
import { runningCluster, startCluster, whyNoCluster } from "../../lib/cluster";
import { clusterHeads } from "../../lib/cluster/enter";
import { workbookRoot } from "../../lib/system/workbook";
import { execute, until } from "./on-cluster";
import { namespacesBelow, processesIn, traces } from "./traces";
import { temporaryFolder } from "../temporary";
import { workbook } from "../workbook";

const reason = whyNoCluster();
const name = `traces-${process.pid}`;

let before: string[];
beforeAll(() => {
  if (reason === undefined) before = traces();
});
beforeEach((test) => {
  if (reason !== undefined) test.skip(reason);
});
afterEach(async () => {
  await runningCluster(name)?.down();
});

const newTraces = () => traces().filter((each) => !before.includes(each));

const headOf = () => {
  const head = clusterHeads().get(name);
  if (head === undefined) throw new Error(`${name} is not up`);
  return head;
};

/** Makes sure that of a cluster with these namespaces nothing is left. */
async function nothingIsLeft(namespaces: ReadonlySet<string>): Promise<void> {
  expect(namespaces.size).toBeGreaterThanOrEqual(4); // those of the head at least: the check looks at something
  await until(() => processesIn(namespaces).length === 0);
  expect(clusterHeads().has(name)).toBe(false);
  expect(newTraces()).toEqual([]);
}

/** A process that starts the cluster and then waits, as a notebook does. */
function owner(): ChildProcess {
  const cluster = join(workbookRoot, "dist", "lib", "cluster", "index.js");
  const program = `require(${JSON.stringify(cluster)}).startCluster({ name: "${name}" }).then(() => console.log("up"));
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "pipe", "inherit"] });
}

it("leaves nothing after down, with a job running and a node dead", async () => {
  const cluster = await startCluster({ name });
  await execute(cluster.command("sbatch", ["--nodes=2", "--output=/dev/null", "--wrap", "srun sleep 600"]));
  await until(async () => (await cluster.status()).jobs[0]?.state === "RUNNING");
  const namespaces = namespacesBelow(headOf());
  expect(namespaces.size).toBe(4 * 4);
  await cluster.killNode(3);
  await cluster.down();
  await nothingIsLeft(namespaces);
  expect(() => cluster.command("sinfo")).toThrow(`The cluster ${name} is down: start it again.`);
  await cluster.down();
});

it("starts once when two start it at the same time", async () => {
  const both = await Promise.allSettled([startCluster({ name }), startCluster({ name })]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = both.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
  expect(refused[0]).toContain(`A cluster named ${name} is being started already`);
});

it("leaves nothing after kill -9 of its first process", async () => {
  await startCluster({ name });
  const namespaces = namespacesBelow(headOf());
  process.kill(headOf(), "SIGKILL");
  await nothingIsLeft(namespaces);
});

it("leaves nothing after kill -9 of the process that started it", async () => {
  const process = owner();
  if (process.stdout !== null) await once(process.stdout, "data");
  const namespaces = namespacesBelow(headOf());
  process.kill("SIGKILL");
  await nothingIsLeft(namespaces);
});

it.each([0, 50, 150, 300, 450])("leaves nothing after kill -9 %i ms after its head began", async (milliseconds) => {
  const process = owner();
  await until(() => clusterHeads().has(name));
  const head = headOf();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const namespaces = namespacesBelow(head);
  process.kill("SIGKILL");
  await nothingIsLeft(namespaces);
});

it("stays after the command that started it, until the command that takes it down", async () => {
  const run = (command: string, ...words: string[]) => workbook(["cluster", command, "--name", name, ...words]);
  expect((await run("up", "--nodes", "2")).stdout).toMatch(/^2 nodes are up after [\d.]+ s, with 1gbit links\./);
  const namespaces = namespacesBelow(headOf());
  expect((await run("status")).stdout).toMatch(/^Cluster traces-\d+: 2 nodes, .*\n {2}node1 +idle\n {2}node2 +idle\n/);
  expect((await run("run", "srun", "--nodes=2", "sh", "-c", "exit 5")).exitCode).toBe(5);
  expect((await run("down")).stdout).toBe(`The cluster ${name} is down.`);
  await nothingIsLeft(namespaces);
  const status = await run("status");
  expect(status).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(`No cluster ${name} is up.`) as string });
});

it("says the end of slurmctld's log where nodes do not come up in time", async () => {
  await expect(startCluster({ name, timeout: 0 })).rejects.toThrow(
    /^The cluster did not come up within 0 s: .* The log of slurmctld ends: /,
  );
  expect(newTraces()).toEqual([]);
});

it("runs no .bashrc, also where no shell has started it", async () => {
  const home = temporaryFolder("home");
  const ran = join(home, "ran");
  writeFileSync(join(home, ".bashrc"), `touch ${ran}\n`);
  vi.stubEnv("HOME", home);
  vi.stubEnv("SHLVL", undefined);
  const cluster = await startCluster({ name, nodes: 1, gpus: 1 });
  await execute(cluster.on(1, "bash", ["-c", "true"]));
  await cluster.down();
  expect(existsSync(ran)).toBe(false);
});
