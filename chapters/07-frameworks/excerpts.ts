import { sourceOf } from "../../lib/cells/program-source";

const programs = "chapters/07-frameworks/programs";

/** Prints the lines of one of the chapter's programs from one text to another, without comments and without its divisor. */
export async function printExcerpt(program: string, from: string, to: string): Promise<void> {
  const text = await sourceOf(`${programs}/${program}`);
  const start = text.indexOf(from);
  const lines = text.slice(start, text.indexOf(to, start)).replace(/^ *#.*\n/gm, "");
  const hidden = lines.replace(/(images_of_step =|reduce_sum\(losses\) \/) .*/, "$1 ...");
  console.log(`# ${program}\n${hidden.trimEnd()}\n`);
}

/** Prints the four programs with mistakes, with the numbers of their lines. */
export async function printMistakes(): Promise<void> {
  for (const name of ["a", "b", "c", "d"]) {
    const lines = (await sourceOf(`${programs}/mistakes/${name}.py`)).trimEnd().split("\n");
    const numbered = lines.map((line, index) => `${index + 1}`.padStart(3) + `  ${line}`);
    console.log(`Program ${name}\n${numbered.join("\n")}\n`);
  }
}
