import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startCluster, whyNoCluster, type LocalCluster } from "../../lib/cluster";
import { hubStatus, startHub, stopHub, type Hub, type HubOptions } from "../../lib/hub";
import { readState } from "../../lib/hub/folder";
import { stillRuns } from "../../lib/system/process";
import { childrenOf, processesOfUser } from "../../lib/hub/processes";
import { notebookPrograms } from "../../lib/notebooks/environment";
import { freePort } from "../../lib/system/free-port";
import { execute, until } from "../cluster/on-cluster";
import { Visitor } from "./visitor";

// Two students with servers on the same node: what a program of the second there can see of the first and of the hub.

const reason = whyNoCluster();
const [ada, bo] = ["a", "b"].map((letter) => `apart${process.pid}${letter}`);

let folder: string;
let cluster: LocalCluster;
let options: HubOptions;
let hub: Hub;
beforeAll(async () => {
  if (reason !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), "apart-"));
  await execute({ file: "chmod", args: ["755", folder], env: {} });
  cluster = await startCluster({ name: `apart-${process.pid}`, nodes: 1, gpus: 0, cpus: 4 });
  const servers = { memory: "1G", cpus: 1, startSeconds: 200 };
  const settings = { port: await freePort("127.0.0.1", 18_643), servers, idleMinutes: 1 };
  options = { cluster, folder: join(folder, "hub"), testAccounts: { students: [ada, bo], instructors: [] }, settings };
  await startAll();
}, 400_000);
afterAll(async () => {
  if (reason !== undefined) return;
  await stopHub(join(folder, "hub"));
  await cluster.down();
  rmSync(folder, { recursive: true });
});
beforeEach((test) => {
  if (reason !== undefined) test.skip(reason);
});

async function startAll(): Promise<void> {
  hub = await startHub(options);
  for (const { name, password } of hub.accounts) {
    const visitor = new Visitor(hub);
    await visitor.logIn(name, password);
    await visitor.server(name);
  }
}

/** What a program of Bo's on the node prints, errors too. */
async function asBo(program: string, script: string): Promise<string> {
  const variables = [`HOME=${hub.accounts[1].home}`, "PATH=/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE=1"];
  const words = ["-u", bo, "--", "env", "-i", ...variables, program, "-c", script];
  const { stdout, stderr } = await execute(cluster.on(1, "runuser", words));
  return `${stdout}\n${stderr}`;
}
const shell = (script: string) => asBo("bash", `cd; ${script}`);
const python = (script: string) => asBo(join(notebookPrograms(), "python"), script);

/** The environment of a student's server, as root sees it. */
function environmentOf(name: string): Record<string, string> {
  const { uid } = statSync(hub.accounts.find((account) => account.name === name)?.home ?? "");
  const texts = processesOfUser(uid).map(({ pid }) => environmentText(pid));
  const text = texts.find((each) => each.includes("JUPYTERHUB_API_TOKEN=") && each.includes("JUPYTERHUB_SSL_KEYFILE="));
  const pairs = (text ?? "").split("\0").map((each) => each.split("="));
  return Object.fromEntries(pairs.map(([key, ...value]) => [key, value.join("=")]));
}

function environmentText(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return ""; // ended meanwhile
  }
}

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
  const [{ home }] = hub.accounts;
  const seen = await shell(
    `ls ${home}; ls ${join(folder, "hub")}; for p in /proc/[0-9]*; do [ -O $p ] || cat $p/environ; done; ls /tmp/notebook-server-*`,
  );
  expect(seen).toContain(`cannot open directory '${home}': Permission denied`);
  expect(seen).toContain(`cannot open directory '${join(folder, "hub")}': Permission denied`);
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
  const log = readFileSync(join(folder, "hub", "hub.log"), "utf8");
  return new RegExp(`/user/${name}/ => https://node1:(\\d+)`).exec(log)?.[1] ?? "";
}

it("leads nobody to another's program on the port of a server that ended", async () => {
  const [port, waits] = [await portOf(ada), join(hub.accounts[1].home, "impostor-waits")];
  const impostor = python(`${asServer}
import http.server, ssl, threading, time
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self): self.send_response(200); self.end_headers(); self.wfile.write(b"impostor")
open("${waits}", "w").close()
for _ in range(400):
    try: server = http.server.HTTPServer(("", ${port}), Answer); break
    except OSError: time.sleep(0.05)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(own + "certfile", own + "keyfile")
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Timer(12, lambda: os._exit(0)).start()
server.serve_forever()`);
  await until(() => existsSync(waits));
  await execute(cluster.command("scancel", [`--user=${ada}`]));
  const visitor = new Visitor(hub);
  const refused = () =>
    readFileSync(join(folder, "hub", "hub.log"), "utf8").includes(
      `The route is for user-${ada}, and user-${bo} answers`,
    );
  await until(async () => {
    expect((await visitor.get(`/user/${ada}/api`)).text).not.toContain("impostor");
    return refused();
  }, 20);
  await impostor;
});

it("ends idle servers", async () => {
  await until(async () => (await hubStatus(join(folder, "hub")))?.servers.length === 0, 200);
}, 240_000);

it("leaves nothing but servers when it is killed, which end by themselves; and another hub starts after it", async () => {
  await hub.down();
  await startAll();
  const { processes } = readState(join(folder, "hub")) ?? { processes: [] };
  const [jupyterHub] = processes.slice(-1);
  let children: ReturnType<typeof childrenOf> = [];
  // The proxy and the culler; for moments it also has commands that ask for a server's job.
  await until(() => (children = childrenOf(jupyterHub.pid)).length === 2);
  process.kill(jupyterHub.pid, "SIGKILL");
  await until(() => !children.some(stillRuns));
  expect((await hubStatus(join(folder, "hub")))?.up).toBe(false);
  await until(async () => (await cluster.status()).jobs.every(({ state }) => state !== "RUNNING"), 200);
  hub = await startHub(options);
  expect((await new Visitor(hub).get("/hub/login")).status).toBe(200);
}, 400_000);
