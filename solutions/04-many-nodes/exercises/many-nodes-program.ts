import { createRequire } from "node:module";
import type * as TypeScript from "typescript";
import { type Check, checkAnswer, checkByCases, type Trial } from "../../../lib/checks/check";

/** What this lesson's program is made of: a name that its text must use, and what a program without it lacks. */
const parts: [name: string, use: string, lacking: string][] = [
  ["resolveCluster", "finds the other workers", "Nothing finds the other workers: await resolveCluster()."],
  [
    "MultiWorkerMirroredStrategy",
    "has a strategy for several nodes",
    "Its strategy has the devices of one machine: which strategy has the workers of a cluster?",
  ],
  [
    "syncEvery",
    "accumulates gradients",
    "The program accumulates nothing: read syncEvery among the arguments, and pass it to fit.",
  ],
  [
    "localBatchSize",
    "is told the batch of each node",
    "Its argument is still the batch of all nodes together: read localBatchSize, and multiply it by the number of replicas.",
  ],
];

/**
 * Checks the text of a student's program for several nodes, without running it: that it is TypeScript, and what it uses. What it
 * computes is checked by its run's record.
 */
export const checkNodesProgram = (program: () => string): Check =>
  checkAnswer("Lesson 3's program on several nodes", program, trialsOf);

function trialsOf(program: () => string): Trial[] {
  const says = (what: string, holds: (text: string) => boolean, slip: string): Trial => ({
    what: `the program ${what}`,
    call: () => holds(textOf(program)),
    expected: true,
    slips: [[false, slip]],
  });
  return [
    says("is TypeScript", (text) => namesIn(text) !== undefined, "The compiler cannot read it: is a bracket missing?"),
    ...parts.map(([name, use, lacking]) => says(use, (text) => namesIn(text)?.has(name) ?? false, lacking)),
    says(
      "trains with fit",
      (text) => namesIn(text)?.has("fit") ?? false,
      "It trains nothing: it has to call fit, as lesson 3's does.",
    ),
  ];
}

function textOf(program: () => string): string {
  const text: unknown = program();
  if (typeof text === "string") return text;
  throw new Error("it gives no text: return the whole program between backquotes.");
}

/** The names that the program uses; imports, comments and texts do not count. Undefined if it cannot be parsed. */
function namesIn(text: string): Set<string> | undefined {
  const ts = createRequire(__filename)("typescript") as typeof TypeScript;
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  if (diagnostics.length > 0) return undefined;
  const found = new Set<string>();
  const visit = (node: TypeScript.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("program.mts", text, ts.ScriptTarget.ES2022));
  return found;
}

/** The losses of two runs, step by step. */
const LOSSES: [own: number[], lessons: number[]][] = [
  [[2.302, 2.2, 2.1], [2.302, 2.2, 2.1]],
  [[2.31, 2.1, 1.95], [2.302, 2.2, 2.004]],
  [[2.302, 2.2], [2.302, 2.2, 2.1]],
]; // prettier-ignore

/** Checks a function that gives the largest relative difference of two runs' losses; Infinity if they differ in their steps. */
export const checkLargestDifference = checkByCases("Does it compute the same thing?", LOSSES, (own, lessons) => {
  const same = own.length === lessons.length;
  const each = lessons.map((loss, step) => (own[step] - loss) / loss);
  const largest = Math.max(...each.map(Math.abs));
  const among = each.filter((difference) => !Number.isNaN(difference));
  return {
    what: `losses ${own.join(", ")} beside ${lessons.join(", ")}`,
    expected: same ? largest : Infinity,
    slips: [
      ...(same
        ? []
        : ([[Math.max(...among.map(Math.abs)), "The runs have different numbers of steps: return Infinity."]] as [
            number,
            string,
          ][])),
      [Math.max(...each), "A loss may be lower than the other one, too: take the difference without its sign."],
      [
        Math.max(...lessons.map((loss, step) => Math.abs(own[step] - loss))),
        "The difference must be relative: divide it by the lesson's loss.",
      ],
      [
        each.reduce((sum, one) => sum + Math.abs(one), 0) / each.length,
        "This is the mean difference: return the largest one.",
      ],
      [100 * largest, "Return a share, and not a percentage."],
    ],
  };
});
