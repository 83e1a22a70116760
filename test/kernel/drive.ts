import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { execa } from "execa";
import { installKernel } from "../../kernel/install.mjs";
import { jupyterEnvironment, notebookPython } from "../../lib/notebooks/environment";
import { temporaryFolder } from "../temporary";

/** One output message of a cell. */
export interface OutputMessage {
  type: string;
  name?: string;
  text?: string;
  data?: Record<string, unknown>;
  ename?: string;
  evalue?: string;
  traceback?: string[];
}

/** What became of one cell. */
export interface DrivenCell {
  status: "ok" | "error" | "aborted" | "timeout";
  outputs: OutputMessage[];
  reply?: Record<string, unknown>;
}

/** A question about a place in a cell, as a page of JupyterLab asks it. */
export interface Question {
  kind: "inspect" | "complete";
  code: string;
  /** The characters before the cursor. */
  cursor: number;
}

/** The content of an `inspect_reply` or a `complete_reply`. */
export interface Answer {
  found?: boolean;
  data?: Record<string, string>;
  matches?: string[];
  cursor_start?: number;
  cursor_end?: number;
  metadata: Record<string, unknown>;
}

/** What became of the cells and the questions. */
export interface Driven {
  cells: DrivenCell[];
  answers: Answer[];
  alive: boolean;
}

/** How to drive the kernel, see drive.py. */
export interface Drive {
  cells: string[];
  folder?: string;
  queued?: boolean;
  interrupt_after?: number;
  questions?: Question[];
}

/** Jupyter's variables, with this checkout's kernel before any that is installed. */
export function kernelEnvironment(): NodeJS.ProcessEnv {
  const prefix = temporaryFolder("kernel");
  installKernel({ prefix });
  return { ...jupyterEnvironment(), JUPYTER_PATH: join(prefix, "share", "jupyter") };
}

/** Runs cells in a new session of the course kernel, through Jupyter's own client. */
export async function drive(request: Drive): Promise<Driven> {
  const input = JSON.stringify({ folder: temporaryFolder("notebook"), ...request });
  const program = join(import.meta.dirname, "drive.py");
  const { stdout } = await execa(notebookPython(), [program], { env: kernelEnvironment(), input });
  return JSON.parse(stdout) as Driven;
}

/** Everything a cell printed. */
export function printed(cell: DrivenCell, name = "stdout"): string {
  return cell.outputs
    .flatMap((output) => (output.type === "stream" && output.name === name ? [output.text] : []))
    .join("");
}

/** A cell's error output. */
export function errorOf(cell: DrivenCell): OutputMessage | undefined {
  return cell.outputs.find((output) => output.type === "error");
}

/** The text of a cell's last expression. */
export function resultOf(cell: DrivenCell): unknown {
  return cell.outputs.find((output) => output.type === "execute_result")?.data?.["text/plain"];
}

/** A process that starts a kernel and lives until it is killed; it prints the pids of the kernel and of the kernel's child. */
export async function kernelOwner(): Promise<{ owner: ChildProcess; kernel: number; child: number }> {
  const owner = spawn(notebookPython(), [join(import.meta.dirname, "owner.py")], { env: kernelEnvironment() });
  return new Promise((resolve, reject) => {
    let text = "";
    owner.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("\n")) resolve({ owner, ...(JSON.parse(text) as { kernel: number; child: number }) });
    });
    owner.once("exit", () => reject(new Error(`the kernel's owner ended: ${text}`)));
  });
}
