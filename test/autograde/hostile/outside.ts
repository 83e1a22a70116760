import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { workbookRoot } from "../../../lib/system/workbook";
import { commandLines } from "../../command-lines";
import type { World } from "./kind";
import { temporaryFolder } from "../../temporary";

/** Files of the installation and the system that submissions try to change. */
const watched = [
  "dist/lib/checks/check.js",
  "dist/lib/autograde/asked/answer.js",
  "dist/solutions/01-one-device/exercises/steps.js",
  "package.json",
].map((path) => join(workbookRoot, path));

/** Words in the command lines of processes that hostile submissions start. */
const bred = /98765|BOMB|hoard|\bb \| b\b/;

/** What lies outside of the sandbox: who knocks there, what changes there, and what stays behind. */
export class Outside {
  private readonly before: string;

  /** @param contacts everything that reached a socket of ours */
  private constructor(
    readonly world: World,
    readonly contacts: readonly string[],
    private readonly close: () => Promise<void>,
  ) {
    this.before = this.state();
  }

  static async open(): Promise<Outside> {
    const course = temporaryFolder("hostile-course");
    const canary = temporaryFolder("hostile-canary");
    const secret = `SECRET-${randomBytes(12).toString("hex")}`;
    await writeFile(join(canary, "secret.txt"), secret);
    process.env.WORKBOOK_TEST_SECRET = secret;
    const contacts: string[] = [];
    const listener = (what: string): Server =>
      createServer((line) => {
        contacts.push(what);
        line.on("error", () => undefined).destroy();
      });
    const tcp = listener("TCP");
    await new Promise<void>((resolve) => tcp.listen(0, "0.0.0.0", resolve));
    const { port } = tcp.address() as AddressInfo; // an address: it listens on a port
    const udp = createSocket("udp4", () => contacts.push("UDP"));
    await new Promise<void>((resolve) => udp.bind(port, "0.0.0.0", resolve));
    const socket = `hostile-${randomBytes(6).toString("hex")}`;
    const abstract = listener("an abstract socket");
    await new Promise<void>((resolve) => abstract.listen({ path: `\0${socket}` }, resolve));
    return new Outside({ root: workbookRoot, course, canary, secret, port, socket }, contacts, async () => {
      delete process.env.WORKBOOK_TEST_SECRET;
      for (const server of [tcp, abstract]) server.close();
      udp.close();
      await Promise.all([course, canary].map((folder) => rm(folder, { recursive: true, force: true })));
    });
  }

  /** What is not a submission's: as it was at first, and as it is now. */
  states(): { before: string; now: string } {
    return { before: this.before, now: this.state() };
  }

  /** Command lines of processes that submissions left behind. */
  leftBehind(): string[] {
    return commandLines()
      .filter(([pid]) => pid !== process.pid)
      .map(([, line]) => line.replaceAll("\0", " "))
      .filter((line) => bred.test(line));
  }

  end(): Promise<void> {
    return this.close();
  }

  /** Files of the canary, and what submissions left elsewhere; others may be built anew meanwhile. */
  private state(): string {
    const { canary, secret, course } = this.world;
    const missing = [...watched, "/etc/passwd"].filter((file) => !existsSync(file));
    const touched = [...watched, "/etc/passwd"].filter((file) => readFileSync(file, "utf8").includes("escaped"));
    const folders = [canary, course, workbookRoot, join(workbookRoot, "dist"), "/etc", "/usr", "/tmp"];
    const escaped = folders.filter((folder) => existsSync(join(folder, "escaped")));
    const kept = readFileSync(join(canary, "secret.txt"), "utf8") === secret;
    return JSON.stringify({ missing, touched, escaped, kept, names: readdirSync(canary) });
  }
}
