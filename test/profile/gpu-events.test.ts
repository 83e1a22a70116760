import { describe, expect, it } from "vitest";
import { STEP_EVENT } from "../../lib/profile/event-names";
import { missingGpus } from "../../lib/profile/gpu-events";
import { stepTimelines } from "../../lib/profile/timeline";
import { readLines } from "../../lib/profile/x-space";
import { madeUpProfile, type MadeUpEvent } from "./made-up";

const step: MadeUpEvent = [STEP_EVENT, 0, 10, { step_num: 3 }];
const host = { "/host:CPU": { main: [step], worker: [["replica_0/conv:Conv2D", 1, 2] as MadeUpEvent] } };
const gpu = { "/device:GPU:0": { "Stream #13(Compute)": [["volta_sgemm", 1, 9] as MadeUpEvent] } };
// As TensorFlow 2.20 writes them (CuptiTracer::ErrorIfAny), after the host's name.
const refused = "node7: Insufficient privilege to run libcupti (you need root permission).";
const notThere = "node7: Failed to load libcupti (is it installed and accessible?)";

describe("a profile without the events of GPUs", () => {
  it("says that the account may not profile, with what administrators can do, and shows no host in their place", () => {
    const profile = madeUpProfile(host, [refused]);
    const expected = /^The profile has no events of the GPUs: NVIDIA's driver .* NVreg_RestrictProfilingToAdminUsers=0/;
    expect(missingGpus(profile, readLines(profile))).toMatch(expected);
    expect(() => stepTimelines(profile)).toThrow(expected);
  });

  it("gives TensorFlow's other reasons, and where there is none the usual one", () => {
    const silent = madeUpProfile(host);
    expect(missingGpus(madeUpProfile(host, [notThere]), [])).toContain("node7: Failed to load libcupti");
    expect(missingGpus(silent, readLines(silent))).toMatch(/Most often NVIDIA's driver lets only administrators/);
  });
});

it("a profile of a CPU, or with a GPU's events, is read as it is", () => {
  expect(stepTimelines(madeUpProfile(host))[0].devices.map(({ device }) => device)).toEqual(["CPU:0"]);
  expect(stepTimelines(madeUpProfile(host, ["node7: No GPU detected."]))).toHaveLength(1);
  const profile = madeUpProfile({ ...host, ...gpu }, [notThere]);
  expect(missingGpus(profile, readLines(profile))).toBeUndefined();
  expect(stepTimelines(profile)[0].devices.map(({ device }) => device)).toEqual(["GPU:0"]);
});
