import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hubStatus, hubStatusText, startHub, stopHub, type Hub, type HubOptions } from "../../lib/hub";
import { readState } from "../../lib/hub/folder";
import { stillRuns } from "../../lib/system/process";
import { childrenOf, processesOfUser } from "../../lib/hub/processes";
import { notebookPrograms } from "../../lib/notebooks/environment";
import { contentOf } from "../../lib/system/content-of";
import { freePort } from "../../lib/system/free-port";
import { execute, until, withCluster } from "../cluster/on-cluster";
import { firstPort } from "../ports";
import { Visitor } from "./visitor";
import { temporaryFolder } from "../temporary";

// A hub, and two students with servers on the same node: what a program of the second there can see of the first and of the hub.

const [ada, bo, iris] = ["a", "b", "i"].map((letter) => `apart${process.pid}${letter}`);

const folder = temporaryFolder("apart");
chmodSync(folder, 0o755); // so that servers' accounts can pass; the hub's own folder in it is closed
const hubFolder = join(folder, "hub");
let options: HubOptions;
let hub: Hub;
const cluster = withCluster({ nodes: 1, gpus: 0, cpus: 4 }, async (cluster) => {
  const servers = { memory: "1G", cpus: 1, startSeconds: 200 };
  const settings = { port: await freePort("127.0.0.1", firstPort), servers };
  options = { cluster, folder: hubFolder, testAccounts: { students: [ada, bo], instructors: [iris] }, settings };
  hub = await startHub(options);
  await startServers(ada, bo);
});
afterAll(async () => void (await stopHub(hubFolder)));

const account = (name: string) => hub.accounts.find((each) => each.name === name)!;

async function loggedIn(name: string): Promise<Visitor> {
  const visitor = new Visitor(hub);
  await visitor.logIn(name, account(name).password);
  return visitor;
}

async function startServers(...names: string[]): Promise<void> {
  for (const name of names) await (await loggedIn(name)).server(name);
}

/** What a program of Bo's on the node prints, errors too. */
async function asBo(program: string, script: string): Promise<string> {
  const variables = [`HOME=${account(bo).home}`, "PATH=/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE=1"];
  const words = ["-u", bo, "--", "env", "-i", ...variables, program, "-c", script];
  const { stdout, stderr } = await execute(cluster().on(1, "runuser", words));
  return `${stdout}\n${stderr}`;
}
const shell = (script: string) => asBo("bash", `cd; ${script}`);
const python = (script: string) => asBo(join(notebookPrograms(), "python"), script);

/** The environment of a student's server, as root sees it. */
function environmentOf(name: string): Record<string, string> {
  const { uid } = statSync(account(name).home);
  const texts = processesOfUser(uid).map(({ pid }) => contentOf(`/proc/${pid}/environ`));
  const text = texts.find((each) => each.includes("JUPYTERHUB_API_TOKEN=") && each.includes("JUPYTERHUB_SSL_KEYFILE="));
  const pairs = (text ?? "").split("\0").map((each) => each.split("="));
  return Object.fromEntries(pairs.map(([key, ...value]) => [key, value.join("=")]));
}

describe("a hub", { shuffle: false }, () => {
  it("starts a student's server as a job of the student's account, which only the student can use", async () => {
    const jobs = await execute(cluster().command("squeue", ["--noheader", "--format=%u %j %T"]));
    expect(jobs.stdout.split("\n").sort()).toEqual([ada, bo].map((name) => `${name} notebook-server RUNNING`));
    const [up, users, ...servers] = hubStatusText(await hubStatus(hubFolder)).split("\n");
    expect([up, users]).toEqual([`The hub is up at ${hub.address}.`, "Users with servers:"]);
    expect(servers.sort()).toEqual(
      [ada, bo].map(
        (name, at) => expect.stringMatching(new RegExp(`^ +${name} +job ${at + 1} +RUNNING +node1`)) as string,
      ),
    );

    const student = await loggedIn(ada);
    const lab = await student.get(`/user/${ada}/lab`);
    expect([lab.status, lab.path]).toEqual([200, `/user/${ada}/lab`]);
    const kernels = await student.get(`/user/${ada}/api/kernelspecs`);
    expect(Object.keys((JSON.parse(kernels.text) as { kernelspecs: object }).kernelspecs)).toEqual([
      "parallel-training",
    ]);

    const other = await loggedIn(bo);
    expect((await other.get(`/user/${ada}/lab`)).status).toBe(403);
    expect((await other.api("GET", `/hub/api/users/${ada}`)).status).toBe(404);
  });

  it("opens to a student no address of another's server, and none of the hub's administration", async () => {
    const { home } = account(ada);
    writeFileSync(join(home, "own.txt"), "Ada's");
    chownSync(join(home, "own.txt"), statSync(home).uid, statSync(home).gid);
    const [owner, other] = await Promise.all([ada, bo].map(loggedIn));
    for (const path of [`/user/${ada}/files/own.txt`, `/user/${ada}/api/contents/own.txt`]) {
      expect([path, (await owner.get(path)).status, (await other.get(path)).status]).toEqual([path, 200, 403]);
    }
    for (const path of ["/hub/api/users", "/hub/admin"]) expect((await other.get(path)).status, path).toBe(403);
  });

  it("shows tokens in no process, no job and no file of Slurm's", async () => {
    const tokens = [ada, bo].map((name) => environmentOf(name).JUPYTERHUB_API_TOKEN);
    for (const token of tokens) expect(token.length).toBeGreaterThan(20);
    const seen = await shell(
      "ps axww -o args; scontrol show job; scontrol write batch_script 1 -; find /var/lib/slurm -type f -readable -exec cat {} +",
    );
    expect(seen).toContain("jupyterhub-singleuser");
    expect(seen).toContain(`UserId=${ada}`);
    expect(seen).toContain("job script retrieval failed");
    expect(seen).toContain("ClusterName=local-cluster");
    for (const token of tokens) expect(seen).not.toContain(token);
  });

  it("lets nobody read another's files and environment, or the hub's folder", async () => {
    const { home } = account(ada);
    const seen = await shell(
      `ls ${home}; ls ${hubFolder}; for p in /proc/[0-9]*; do [ -O $p ] || cat $p/environ; done; ls /tmp/notebook-server-*`,
    );
    expect(seen).toContain(`cannot open directory '${home}': Permission denied`);
    expect(seen).toContain(`cannot open directory '${hubFolder}': Permission denied`);
    expect(seen).not.toContain("JUPYTERHUB");
    expect(seen).toMatch(/cannot open directory '\/tmp\/notebook-server-\w{6}': Permission denied/);
  });

  it("lets nobody end another's server", async () => {
    expect(await shell("scancel --name=notebook-server 1")).toContain("Access/permission denied");
  });

  const asServer = `
import os, requests
own = os.path.expanduser("~/.local/share/parallel-training/server/")
session = requests.Session()
session.trust_env = False
session.verify, session.cert = own + "cafile", (own + "certfile", own + "keyfile")
`;

  it("takes a port from a server, and nothing else; and shows it no other user", async () => {
    const { JUPYTERHUB_API_TOKEN, JUPYTERHUB_API_URL } = environmentOf(bo);
    const said = await python(`${asServer}
session.headers["Authorization"] = "token ${JUPYTERHUB_API_TOKEN}"
for body in [{"exec_prefix": "touch ${folder}/taken;"}, {"port": 22}, {"port": "9000"}, [], None]:
    print(session.post("${JUPYTERHUB_API_URL}/batchspawner", json=body).status_code)
print(session.get("${JUPYTERHUB_API_URL}/users").status_code, session.get("${JUPYTERHUB_API_URL}/users/${ada}").status_code)
print(session.delete("${JUPYTERHUB_API_URL}/users/${ada}/server").status_code)`);
    expect(said.trim().split("\n")).toEqual([...Array<string>(5).fill("400"), "403 404", "403"]);
  });

  it("counts a wrong password that comes from a user's server by the address that it comes from", async () => {
    const before = readFileSync(join(hubFolder, "hub.log"), "utf8").length;
    await new Visitor(hub).logIn(ada, "wrong");
    const said = await python(`${asServer}
login = "${environmentOf(bo).JUPYTERHUB_API_URL}".replace("/api", "/login")
session.headers.update({"X-Forwarded-For": "192.0.2.9", "X-Real-Ip": "192.0.2.9"})
session.get(login)
form = {"username": "${ada}", "password": "wrong", "_xsrf": session.cookies["_xsrf"]}
print(session.post(login, data=form).status_code)`);
    expect(said.trim()).toBe("403");
    const log = readFileSync(join(hubFolder, "hub.log"), "utf8").slice(before);
    const refused = [...log.matchAll(new RegExp(`Authentication failed \\('${ada}'@([\\d.]+)\\)`, "g"))];
    // By the proxy, which itself comes from the head's address; and from node1.
    expect(refused.map(([, address]) => address)).toEqual(["127.0.0.1", "10.77.0.1"]);
  });

  it("opens another's server to no certificate of a user's, and the proxy's interface to no node", async () => {
    const said = await python(`${asServer}
import socket, ssl
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
context.load_cert_chain(*session.cert)
for address in [("node1", ${await portOf(ada)}), ("head", 8001)]:
    try:
        # It only reads: the reset that answers a request may overtake the alert.
        with context.wrap_socket(socket.create_connection(address, 5)) as secure: print(secure.recv(1))
    except OSError as error: print("alert" in str(error), "refused" in str(error))`);
    expect(said).toMatch(/^True False\nFalse True\n/m);
  });

  /** The port of a student's server, as the hub's log tells it. */
  async function portOf(name: string): Promise<string> {
    const log = readFileSync(join(hubFolder, "hub.log"), "utf8");
    return new RegExp(`/user/${name}/ => https://node1:(\\d+)`).exec(log)?.[1] ?? "";
  }

  it("leads nobody to another's program on the port of a server that ended", async () => {
    const [port, waits] = [await portOf(ada), join(account(bo).home, "impostor-waits")];
    const impostor = python(`${asServer}
import http.server, ssl, threading, time
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self): self.send_response(200); self.end_headers(); self.wfile.write(b"impostor")
open("${waits}", "w").close()
for _ in range(4000):
    try: server = http.server.HTTPServer(("", ${port}), Answer); break
    except OSError: time.sleep(0.05)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(own + "certfile", own + "keyfile")
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()`);
    await until(() => existsSync(waits));
    await execute(cluster().command("scancel", [`--user=${ada}`]));
    const visitor = new Visitor(hub);
    const refused = () =>
      readFileSync(join(hubFolder, "hub.log"), "utf8").includes(`The route is for user-${ada}, and user-${bo} answers`);
    await until(async () => {
      expect((await visitor.get(`/user/${ada}/api`)).text).not.toContain("impostor");
      return refused();
    });
    await execute(cluster().on(1, "pkill", ["-KILL", "-u", bo, "-f", "impostor-waits"]));
    await impostor;
  });

  it("ends idle servers", async () => {
    await hub.down();
    options = { ...options, settings: { ...options.settings, idleMinutes: 1 } };
    hub = await startHub(options);
    await startServers(ada);
    await until(async () => (await hubStatus(hubFolder))?.servers.length === 0, 500);
  });

  it("keeps its secrets, and the accounts' passwords, for root", () => {
    expect(statSync(hubFolder).mode & 0o777).toBe(0o700);
    for (const file of ["hub.json", "hub.log", "hub.sqlite", "cookie-secret", "test-accounts.json", "tls/hub.key"]) {
      expect([file, statSync(join(hubFolder, file)).mode & 0o077]).toEqual([file, 0]);
    }
    expect(hub.accounts.map(({ name, role }) => [name, role])).toEqual([
      [ada, "student"],
      [bo, "student"],
      [iris, "instructor"],
    ]);
    expect(new Set(hub.accounts.map(({ password }) => password)).size).toBe(3);
    for (const { home } of hub.accounts) expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(hub.exchangeFolder).mode & 0o7777).toBe(0o1777);
  });

  it("lets nobody in with a wrong password", async () => {
    const { path, text } = await new Visitor(hub).logIn(ada, `${account(ada).password}x`);
    expect(path).toMatch(/^\/hub\/login/);
    expect(text).toContain("Invalid username or password");
  });

  it("takes no second hub beside itself", async () => {
    await expect(startHub({ cluster: cluster(), folder: hubFolder })).rejects.toThrow("A hub is up already");
    const port = Number(new URL(hub.address).port);
    const elsewhere = startHub({ cluster: cluster(), folder: join(folder, "other"), settings: { port } });
    await expect(elsewhere).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`);
  });

  it("leaves nothing but servers when it is killed, which end by themselves; and another hub starts after it", async () => {
    await startServers(ada);
    const { processes } = readState(hubFolder) ?? { processes: [] };
    const [jupyterHub] = processes.slice(-1);
    let children: ReturnType<typeof childrenOf> = [];
    // The proxy and the culler; for moments it also has commands that ask for a server's job.
    await until(() => (children = childrenOf(jupyterHub.pid)).length === 2);
    process.kill(jupyterHub.pid, "SIGKILL");
    await until(() => !children.some(stillRuns));
    expect((await hubStatus(hubFolder))?.up).toBe(false);
    await until(async () => (await cluster().status()).jobs.every(({ state }) => state !== "RUNNING"), 500);
    hub = await startHub(options);
    expect((await new Visitor(hub).get("/hub/login")).status).toBe(200);
  });

  it("leaves nothing when it is down", async () => {
    await startServers(ada);
    const port = Number(new URL(hub.address).port);
    await hub.down();
    expect(existsSync(hubFolder)).toBe(false);
    expect(existsSync(`${hubFolder}-test`)).toBe(false);
    expect(readFileSync("/etc/passwd", "utf8")).not.toContain(`apart${process.pid}`);
    await until(async () => (await cluster().status()).jobs.length === 0);
    const server = createServer().listen(port, "127.0.0.1");
    await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
    server.close();
    expect(await hubStatus(hubFolder)).toBeUndefined();
  });
});
