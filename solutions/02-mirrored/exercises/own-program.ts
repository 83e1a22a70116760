import { type Check, checkAnswer } from "../../../lib/checks/check";

/** What the exercise looks for in a program's text. */
interface ProgramParts {
  strategy: string;
  /** `devices` is an argument of the program, and goes to the strategy. */
  takesDevices: boolean;
  scalesLearningRate: boolean;
}

const RIGHT: ProgramParts = { strategy: "MirroredStrategy", takesDevices: true, scalesLearningRate: true };

/** Checks the text of a student's program for several devices. Whether it trains, its run shows. */
export function checkMirroredProgram(program: () => string): Check {
  return checkAnswer("Turn lesson 1's program into this one", program, (program) => [
    {
      what: "your program's text",
      call: () => partsOf(program()),
      expected: RIGHT,
      slips: [
        [
          { strategy: "OneDeviceStrategy", takesDevices: false, scalesLearningRate: false },
          "That is still lesson 1's program.",
        ],
        [{ strategy: "OneDeviceStrategy" }, "The strategy is still that of one device."],
        [
          { ...RIGHT, takesDevices: false },
          "How many devices? Make it an argument, as epochs is, and hand it to the strategy.",
        ],
        [
          { ...RIGHT, scalesLearningRate: false },
          "The learning rate stays that of one device: sgd(0.01 * strategy.replicas).",
        ],
      ],
    },
  ]);
}

function partsOf(program: unknown): unknown {
  if (typeof program !== "string") return program;
  const text = program.replaceAll(/\/\/.*$/gm, "");
  const [, strategy, options = ""] = /\bnew (\w+)\(([^)]*)\)/.exec(text) ?? [];
  const given = /\bprogramArguments\(\{([^}]*)\}/.exec(text)?.[1] ?? "";
  return {
    strategy: strategy ?? "none",
    takesDevices: /\bdevices\s*:\s*(\d|Number)/.test(given) && /\bdevices\b/.test(options),
    scalesLearningRate: /0\.01\s*\*\s*[\w.]*\b(replicas|devices)\b|\b(replicas|devices)\s*\*\s*0\.01/.test(text),
  };
}
