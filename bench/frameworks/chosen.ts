import { contenderNamed, contenderNames, OURS } from "../../lib/frameworks";
import { environmentOf } from "../../lib/frameworks/environment";

/**
 * The contenders that take part.
 * @param names Those that were asked for. Default: this engine and all that are set up; `say` is told why another is not.
 * @param file In which set-up described the environments, if not in the usual one.
 * @throws one line that says what to run, when one that was asked for is not set up, or none beside this engine is.
 */
export async function chosenContenders(
  names: readonly string[] | undefined,
  say: (line: string) => void,
  file?: string,
): Promise<string[]> {
  const chosen: string[] = [];
  for (const name of new Set(names ?? contenderNames)) {
    try {
      if (name !== OURS) await findEnvironment(name, file);
      chosen.push(name);
    } catch (error) {
      const reason = `${name}: ${(error as Error).message}`;
      if (names) throw new Error(reason);
      say(reason);
    }
  }
  if (names || chosen.some((name) => name !== OURS)) return chosen;
  throw new Error("No framework to compare with is set up: run `./workbook setup --frameworks`.");
}

async function findEnvironment(name: string, file?: string): Promise<void> {
  await environmentOf(contenderNamed(name), file);
}
