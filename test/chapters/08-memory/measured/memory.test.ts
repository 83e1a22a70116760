import { describe, expect, it } from "vitest";
import { type Check, type OwnRecord } from "../../../../lib/checks";
import { checkOwnStates, checkOwnZero } from "../../../../chapters/08-memory/measured/memory";
import type { RunRecord } from "../../../../lib/runs";
import { states, zero } from "../exercises/own-memory";
import { handedIn, memoryRuns, type Handed } from "../../../checks/measured/lessons";

const failures = ({ lines }: Check) => lines.filter((line) => !line.startsWith("✓")).join("\n");

describe("of one device", () => {
  const [here] = handedIn(memoryRuns())("results/*one-device.json");
  const later = { ...here.run!, id: "20260131T110000-100000", startedAt: "2026-01-31T11:00:00.000Z" };
  const job: OwnRecord = { file: "results/cluster-one-device.json", run: later };
  const failed = { ...job, run: { ...later, outcome: "failed" as const }, wrong: "its run is failed, not completed" };
  const check = (...records: OwnRecord[]) => checkOwnStates(states(), records);

  it("takes the run that completed here, where a job failed later", () => {
    expect(failures(check(failed, here))).toBe("");
  });

  it("takes the newest of the runs that completed, and names a job that failed where there is nothing else", () => {
    const old = { ...job, run: { ...later, startedAt: "2026-01-31T09:00:00.000Z" } };
    expect(check(old, here).lines[0]).toMatch(/✓ results\/one-device.json/);
    expect(check(job, here).lines.join()).toMatch(/results\/cluster-one-device.json/);
    expect(failures(check(failed))).toMatch(/✗ results\/cluster-one-device.json: its run is failed/);
  });
});

describe("of ZeRO's stages", () => {
  const check = (change: (two: RunRecord) => void) => {
    const runs: Handed = memoryRuns();
    change(runs.get("results/zero-2.json")!);
    return failures(checkOwnZero(zero({}, runs), handedIn(runs)("results/*zero-*.json")));
  };

  it("refuses another number of devices, and another dataset than that of stage 0", () => {
    expect(check(({ configuration }) => Object.assign(configuration, { replicas: 2, localBatchSize: 2 }))).toMatch(
      /zero-2.json: .*number of devices is 2/,
    );
    expect(check(({ configuration }) => (configuration.dataset = "shakespeare"))).toMatch(
      /zero-2.json: its dataset is shakespeare, .* synthetic/,
    );
  });

  it("refuses losses that lie apart by more than rounding", () => {
    const withLosses = (of: (loss: number) => number) => (run: RunRecord) => {
      const [epoch] = run.epochs;
      epoch.steps.loss = epoch.steps.loss.map(of);
      epoch.loss = of(epoch.loss);
    };
    expect(check(withLosses((loss) => loss * (1 + 1e-5)))).toBe("");
    expect(check(withLosses((loss) => 1.02 * loss))).toMatch(
      /losses differ by up to 0.020, which is more than rounding/,
    );
  });
});
