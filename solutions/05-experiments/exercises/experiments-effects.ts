import { mean, sum } from "simple-statistics";
import { checkByCases, type Slip } from "../../../lib/checks/check";
import { rounded } from "./rounded";

/** A run, as far as the interaction of nodes and mode needs it. */
export interface ModeRun {
  /** `sync` or `accumulate`. */
  mode: string;
  nodes: number;
  seconds: number;
}

/** Seconds of runs: sync on 1 and 2 nodes, then accumulate on 1 and 2 nodes. The first case is close to the published study's. */
const INTERACTIONS: [runs: ModeRun[]][] = [
  [runsOf([332], [1827], [318], [737])],
  [runsOf([10, 12], [7, 8], [12, 12], [8, 9])],
  [runsOf([5, 6, 7], [8, 9, 10], [4, 5], [7, 8])],
];

function runsOf(...[one, two, oneOther, twoOther]: number[][]): ModeRun[] {
  const of = (mode: string, nodes: number, all: number[]): ModeRun[] =>
    all.map((seconds) => ({ mode, nodes, seconds }));
  return [
    ...of("sync", 2, two),
    ...of("accumulate", 1, oneOther),
    ...of("sync", 1, one),
    ...of("accumulate", 2, twoOther),
  ];
}

/** Checks a function that gives the interaction of nodes and mode: by how much a second node costs more with sync. */
export const checkInteraction = checkByCases("Effects and interactions", INTERACTIONS, (runs) => {
  const secondsOf = (mode: string, nodes: number): number[] =>
    runs.filter((run) => run.mode === mode && run.nodes === nodes).map(({ seconds }) => seconds);
  const at = (mode: string, nodes: number): number => mean(secondsOf(mode, nodes));
  const effect = (mode: string): number => rounded(at(mode, 2) - at(mode, 1));
  const right = rounded(effect("sync") - effect("accumulate"));
  const sums = (mode: string): number => sum(secondsOf(mode, 2)) - sum(secondsOf(mode, 1));
  return {
    what: ["sync", "accumulate"]
      .map((mode) => `${mode} ${secondsOf(mode, 1).join(", ")} s, then ${secondsOf(mode, 2).join(", ")} s`)
      .join("; "),
    expected: right,
    unit: "s",
    slips: [
      [effect("sync"), "This is what a second node adds with sync. What does it add with accumulate?"],
      [effect("accumulate"), "This is what a second node adds with accumulate. What does it add with sync?"],
      [
        rounded(at("sync", 2) - at("accumulate", 2)),
        "The modes differ on one node, too. The second node does not cause that.",
      ],
      [-right, "Subtract the effect with accumulate from the effect with sync."],
      [effect("sync") + effect("accumulate"), "By how much do the two effects differ?"],
      [
        (effect("sync") + effect("accumulate")) / 2,
        "This is the mean effect of a second node, not how the effects differ.",
      ],
      [rounded(sums("sync") - sums("accumulate")), "Compare means: there may be more runs of one configuration."],
    ],
  };
});

/** Seconds of configurations (rows), block by block (columns). */
const TABLES = [
  [[1, 2, 4], [2, 3, 4.5], [1.5, 3, 6]],
  [[10, 12, 11, 15], [11, 14, 12, 15.5]],
].flatMap((table) => [false, true].map((withBlocks): [table: number[][], withBlocks: boolean] => [table, withBlocks])); // prettier-ignore

/** Checks a function that gives F of the configurations, with blocks and without. */
export const checkEffectF = checkByCases("Blocks in the analysis", TABLES, (table, withBlocks) => {
  const [rows, columns] = [table.length, table[0].length];
  const squares = (values: number[], times: number): number =>
    times * sum(values.map((value) => (value - mean(table.flat())) ** 2));
  const ofRows = squares(table.map(mean), columns);
  const ofBlocks = squares(
    table[0].map((_, block) => mean(table.map((row) => row[block]))),
    rows,
  );
  const total = squares(table.flat(), 1);
  const F = (residual: number, df: number): number => ofRows / (rows - 1) / (residual / df);
  const [plain, blocked] = [
    F(total - ofRows, rows * (columns - 1)),
    F(total - ofRows - ofBlocks, (rows - 1) * (columns - 1)),
  ];
  const slips: Slip[] = [
    [
      F(total - ofRows - ofBlocks, rows * (columns - 1)),
      "The blocks take degrees of freedom, too: how many are left for the residual?",
    ],
    [F(total, rows * columns - 1), "The residual is what the configurations (and the blocks) do not explain."],
    [F(total - ofRows / columns, rows * (columns - 1)), "Each configuration's mean stands for all of its runs."],
    [ofRows / (total - ofRows), "Divide each sum of squares by its degrees of freedom."],
    [ofRows / (total - ofRows - ofBlocks), "Divide each sum of squares by its degrees of freedom."],
    [
      withBlocks ? plain : blocked,
      withBlocks ? "Take out what the blocks explain." : "Leave the blocks in the residual here.",
    ],
  ];
  return {
    what: `${rows} configurations in ${columns} blocks, ${withBlocks ? "with" : "without"} blocks`,
    expected: withBlocks ? blocked : plain,
    slips,
  };
});
