import { join } from "node:path";
import { execa } from "execa";
import { workbookRoot } from "../lib/system/workbook";
import { firstPort } from "./ports";

const file = join(workbookRoot, "workbook");

/** Runs `./workbook` to whatever end. `all` is what it printed, errors too. */
export const workbook = (words: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  execa(process.execPath, [file, ...words], { reject: false, all: true, ...options } as const);

/** Runs `./workbook start` until a test ends it, and waits for the address of its page. */
export async function startedLab(env: NodeJS.ProcessEnv, ...flags: string[]) {
  const server = workbook(["start", "--no-browser", `--port=${firstPort}`, ...flags], { env });
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.all.on("data", (chunk: Buffer) => {
      const [found] = /http\S+\/lab\S*\?token=\S+/.exec((said += chunk.toString())) ?? [];
      if (found !== undefined) resolve(found);
    });
    void server.then(() => reject(new Error(`It ended: ${said}`)));
  });
  const end = async () => {
    server.kill("SIGINT");
    await server;
  };
  return { address, end };
}
