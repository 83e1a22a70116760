import { z } from "zod";
import { openNpz, type NumpyArray } from "./npz";

// The description that test/golden/make_fixture.py writes beside a fixture's arrays.
const description = z.object({
  format: z.literal(1),
  model: z.string(),
  imageSize: z.int().positive(),
  classes: z.int().positive(),
  batch: z.int().positive(),
  seed: z.int(),
  learningRate: z.number(),
  keras: z.string(),
  tensorflow: z.string(),
  weights: z.array(z.object({ name: z.string(), trainable: z.boolean() })),
});

export type FixtureDescription = z.infer<typeof description>;

/** The inputs and results of one training step of Keras. */
export interface Fixture {
  readonly file: string;
  readonly description: FixtureDescription;
  /** Reads an array: `images`, `labels`, `initial/<weight>`, or one of {@link comparedTensors} after `float32/` or `float64/`. */
  read(name: string): Promise<NumpyArray>;
  close(): void;
}

/**
 * Opens a fixture that test/golden/make_fixture.py wrote.
 * @throws one line that names the file when it is missing, no .npz file, or no fixture.
 */
export async function openFixture(file: string): Promise<Fixture> {
  const npz = await openNpz(file);
  try {
    const { data } = await npz.read("description");
    const parsed = description.safeParse(jsonOf(data));
    if (!parsed.success) {
      const [{ path, message }] = parsed.error.issues;
      throw new Error(
        `${file}: its description is not one that this version reads (${path.join(".") || "whole"}: ${message}). ` +
          "Make it again with test/golden/make_fixture.py.",
      );
    }
    return { file, description: parsed.data, read: npz.read, close: npz.close };
  } catch (error) {
    npz.close();
    throw error;
  }
}

function jsonOf(data: NumpyArray["data"]): unknown {
  try {
    return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("utf8"));
  } catch {
    return undefined; // the schema refuses it
  }
}

/** The names of the tensors that are compared, by their kind. */
export function comparedTensors({ weights }: FixtureDescription): Map<string, string[]> {
  const named = (kind: string, trainable: boolean) =>
    weights.filter((weight) => weight.trainable === trainable).map(({ name }) => `${kind}/${name}`);
  return new Map([
    ["outputs", ["outputs/training", "outputs/inference"]],
    ["loss", ["loss/loss"]],
    ["gradients", named("gradients", true)],
    ["weights after a step", named("weights", true)],
    ["moving statistics after it", named("moving", false)],
  ]);
}
