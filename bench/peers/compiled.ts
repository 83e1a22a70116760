import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { workFolder } from "./environment";
import { makeFolders } from "../../lib/system/folders";

/**
 * The program of a C or C++ source, compiled once for each of its versions.
 * @param compiler with its flags: `["g++", "-O2"]`
 * @param remedy What to install where it cannot be compiled, as the error says it.
 * @throws one line where the compiler is missing or fails.
 */
export async function compiled(source: string, compiler: [string, ...string[]], remedy: string): Promise<string> {
  const digest = createHash("sha256").update(readFileSync(source)).digest("hex").slice(0, 8);
  const name = basename(source, extname(source));
  const program = join(workFolder, `${name}-${digest}`);
  if (existsSync(program)) return program;
  makeFolders(workFolder);
  const { execa } = await import("execa");
  const made = `${program}.${process.pid}`;
  const [command, ...flags] = compiler;
  const result = await execa(command, [source, "-o", made, ...flags], { reject: false });
  if (result.failed) {
    const reason = /^.*\berror\b.*$/m.exec(result.stderr ?? "")?.[0] ?? result.shortMessage?.split("\n")[0];
    throw new Error(`${basename(source)} could not be compiled: ${reason} (${remedy}).`);
  }
  await rename(made, program);
  return program;
}
