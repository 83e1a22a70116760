import { compareStep, passes, type KindErrors } from "./compare";
import { openFixture, type FixtureDescription } from "./fixture";
import { ourStep, type StepMode } from "./our-step";

export type { StepMode } from "./our-step";
export { parityTable } from "./report";

/** The result of a comparison. */
export interface ParityResult {
  description: FixtureDescription;
  mode: StepMode;
  kinds: KindErrors[];
  passed: boolean;
}

/**
 * Compares one training step of ours with Keras's.
 * @param file A fixture that test/golden/make_fixture.py wrote.
 * @param modes Ways to run our step, one after the other.
 * @returns a result for each mode, as soon as it is known.
 * @throws one line that names the file when it is no fixture.
 */
export async function* parity(
  file: string,
  modes: readonly StepMode[] = ["eager", "captured"],
): AsyncGenerator<ParityResult> {
  const fixture = await openFixture(file);
  try {
    for (const mode of modes) {
      const kinds = await compareStep(fixture, await ourStep(fixture, mode));
      yield {
        description: fixture.description,
        mode,
        kinds,
        passed: kinds.every(({ tensors }) => tensors.every(passes)),
      };
    }
  } finally {
    fixture.close();
  }
}
