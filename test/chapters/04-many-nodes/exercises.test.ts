import { describe, expect, it } from "vitest";
import { checkOwnNodesProgram } from "../../../chapters/04-many-nodes/measured/many-nodes-program";
import { checkOwnNodes, type NodesResults } from "../../../chapters/04-many-nodes/measured/many-nodes";
import { checkLeastSeconds } from "../../../solutions/04-many-nodes/exercises/many-nodes";
import { checkSlowNodes } from "../../../solutions/04-many-nodes/exercises/many-nodes-diagnosis";
import { taskNamed } from "../../../lib/jobs/tasks";
import { slowNodesRuns } from "../../../chapters/04-many-nodes/slow-nodes";
import { byMeans, byMedians } from "./exercises/many-nodes-diagnosis";
import { nodesAnswer } from "./exercises/own-results";
import { handedIn, nodesRuns, ownNodesProgramRuns, type Handed } from "../../checks/measured/lessons";

it("the least seconds of the lesson's networks are those it names", () => {
  const told = (seconds: number, parameters: number, nodes: number) =>
    checkLeastSeconds(() => seconds, [[parameters, nodes, 1e9]]).share;
  expect(told(0.82037, 25_636_712, 2)).toBe(1);
  expect(told(1.09383, 25_636_712, 3)).toBe(1);
});

describe("a student's own program", () => {
  const found = (runs: Handed) => checkOwnNodesProgram(handedIn(runs)("results/*-many-nodes.json"));

  it("passes if its losses are the lesson's, up to rounding", () => {
    expect(found(ownNodesProgramRuns()).share).toBe(1);
  });

  it.each([
    ["a model of its own", (loss: number) => loss * 1.01, /from step 1 on: is the model the same/],
    [
      "another learning rate",
      (loss: number, step: number) => (step < 4 ? loss : loss * 1.02),
      /differ by up to 2\.0 %, from step 5 on: up to there they agree/,
    ],
  ])("is refused with %s", (_, losses, says) => {
    const { share, lines } = found(ownNodesProgramRuns({ losses }));
    expect(share).toBe(0);
    expect(lines.join("\n")).toMatch(says);
  });

  it("is refused without gradients accumulated, and if it is the lesson's run", () => {
    const runs = ownNodesProgramRuns();
    runs.get("results/own-many-nodes.json")!.configuration.syncEvery = 1;
    expect(found(runs).lines.join("\n")).toMatch(/number of batches to an all-reduce is 1, and .* asks for 4/);
    const lessons = ownNodesProgramRuns().get("results/lesson-many-nodes.json")!;
    const copied = new Map([...ownNodesProgramRuns().keys()].map((file) => [file, lessons]));
    expect(found(copied).lines.join("\n")).toMatch(/it is a copy of/);
    expect(found(new Map()).lines.join("\n")).toMatch(/results\/own-many-nodes\.json: /);
  });
});

describe("what was measured", () => {
  it("may be a cluster's jobs, of the study's sizes or of small ones", () => {
    const small = taskNamed("many-nodes").arguments("quick", { nodes: 2, gpusPerNode: 0 });
    const jobs: Handed = new Map(
      [...nodesRuns({ minute: 30 })].map(([file, run]) => {
        Object.assign(run.configuration, { testImages: Number(small.testImages) });
        return [file.replace("results/", "results/cluster-"), run];
      }),
    );
    const check = (runs: Handed, answer: () => NodesResults) => checkOwnNodes(answer, handedIn(runs)("results/*.json"));
    // These have other sizes than any task: the newest run is the cluster's, so its sizes are asked for.
    const { lines } = check(new Map([...nodesRuns(), ...jobs]), () => nodesAnswer());
    expect(lines.join("\n")).toMatch(
      /results\/cluster-resnet50-2x4-every-1\.json: its .* and the lesson's cell asks for/,
    );
  });
});

describe("the recorded slow runs", () => {
  it("are told apart by both right answers", async () => {
    const runs = await slowNodesRuns();
    expect(runs.map(({ name }) => name)).toEqual(["A", "B", "C"]);
    for (const right of [byMeans, byMedians]) {
      expect(runs.map(right)).toEqual(["small buckets", "straggler", "starved"]);
    }
  });

  it("and the made-up ones are different for each seed, but never ambiguous", () => {
    for (let seed = 1; seed < 60; seed++) {
      expect(checkSlowNodes(byMeans, seed).share).toBe(1);
      expect(checkSlowNodes(byMedians, seed).share).toBe(1);
    }
  });
});
