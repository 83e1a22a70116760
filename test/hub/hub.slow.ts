import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startCluster, whyNoCluster, type LocalCluster } from "../../lib/cluster";
import { hubStatus, hubStatusText, startHub, stopHub, type Hub } from "../../lib/hub";
import { freePort } from "../../lib/system/free-port";
import { execute, until } from "../cluster/on-cluster";
import { Visitor } from "./visitor";

const reason = whyNoCluster();
const names = { students: [`hub${process.pid}a`, `hub${process.pid}b`], instructors: [`hub${process.pid}i`] };

let folder: string;
let cluster: LocalCluster;
let hub: Hub;
const hubFolder = () => join(folder, "hub");
beforeAll(async () => {
  if (reason !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), "hub-"));
  // So that servers' accounts can pass; the hub's own folder in it is closed.
  await execute({ file: "chmod", args: ["755", folder], env: {} });
  cluster = await startCluster({ name: `hub-${process.pid}`, nodes: 2, gpus: 0 });
  const port = await freePort("127.0.0.1", 18_443);
  const servers = { memory: "1G", cpus: 1, startSeconds: 200 };
  hub = await startHub({ cluster, folder: hubFolder(), testAccounts: names, settings: { port, servers } });
}, 300_000);
afterAll(async () => {
  if (reason !== undefined) return;
  await stopHub(hubFolder());
  await cluster.down();
  rmSync(folder, { recursive: true });
});
beforeEach((test) => {
  if (reason !== undefined) test.skip(reason);
});

const account = (index: number) => hub.accounts[index];

it("keeps its secrets, and the accounts' passwords, for root", () => {
  expect(statSync(hubFolder()).mode & 0o777).toBe(0o700);
  for (const file of ["hub.json", "hub.log", "hub.sqlite", "cookie-secret", "test-accounts.json", "tls/hub.key"]) {
    expect([file, statSync(join(hubFolder(), file)).mode & 0o077]).toEqual([file, 0]);
  }
  expect(hub.accounts.map(({ name, role }) => [name, role])).toEqual([
    [names.students[0], "student"],
    [names.students[1], "student"],
    [names.instructors[0], "instructor"],
  ]);
  expect(new Set(hub.accounts.map(({ password }) => password)).size).toBe(3);
  for (const { home } of hub.accounts) expect(statSync(home).mode & 0o777).toBe(0o700);
  expect(statSync(hub.exchangeFolder).mode & 0o7777).toBe(0o1777);
});

it("lets nobody in with a wrong password", async () => {
  const { path, text } = await new Visitor(hub).logIn(account(0).name, `${account(0).password}x`);
  expect(path).toMatch(/^\/hub\/login/);
  expect(text).toContain("Invalid username or password");
});

it("starts a student's server as a job of the student's account, which only the student can use", async () => {
  const [first, second] = [account(0), account(1)];
  const student = new Visitor(hub);
  await student.logIn(first.name, first.password);
  await student.server(first.name);
  const jobs = await execute(cluster.command("squeue", ["--noheader", "--format=%u %j %T"]));
  expect(jobs.stdout).toBe(`${first.name} notebook-server RUNNING`);
  const status = await hubStatus(hubFolder());
  expect(status && hubStatusText(status)).toMatch(
    new RegExp(`^The hub is up at ${hub.address}\\.\nUsers with servers:\n +${first.name} +job 1 +RUNNING +node1`),
  );

  const lab = await student.get(`/user/${first.name}/lab`);
  expect([lab.status, lab.path]).toEqual([200, `/user/${first.name}/lab`]);
  const kernels = await student.get(`/user/${first.name}/api/kernelspecs`);
  expect(Object.keys((JSON.parse(kernels.text) as { kernelspecs: object }).kernelspecs)).toEqual(["parallel-training"]);

  const other = new Visitor(hub);
  await other.logIn(second.name, second.password);
  expect((await other.get(`/user/${first.name}/lab`)).status).toBe(403);
  expect((await other.api("GET", `/hub/api/users/${first.name}`)).status).toBe(404);
}, 300_000);

it("takes no second hub beside itself", async () => {
  await expect(startHub({ cluster, folder: hubFolder() })).rejects.toThrow("A hub is up already");
  const port = Number(new URL(hub.address).port);
  const elsewhere = startHub({ cluster, folder: join(folder, "other"), settings: { port } });
  await expect(elsewhere).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`);
});

it("leaves nothing when it is down", async () => {
  const port = Number(new URL(hub.address).port);
  await hub.down();
  expect(existsSync(hubFolder())).toBe(false);
  expect(existsSync(`${hubFolder()}-test`)).toBe(false);
  expect(readFileSync("/etc/passwd", "utf8")).not.toContain(`hub${process.pid}`);
  await until(async () => (await cluster.status()).jobs.length === 0);
  const server = createServer().listen(port, "127.0.0.1");
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
  server.close();
  expect(await hubStatus(hubFolder())).toBeUndefined();
});
