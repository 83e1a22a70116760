import { execa } from "execa";
import type { CommandLine } from "../../lib/system/execute";

/** Runs a program in a cluster to its end. */
export const execute = ({ file, args, env }: CommandLine) => execa(file, args, { env, reject: false });

/** Waits until something holds. @throws after `seconds` */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 120): Promise<void> {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`It did not hold within ${seconds} s: ${String(holds)}`);
}
