/** A number for each axis of a mesh: devices along `tensor` are neighbours, and those along `data` are farthest apart. */
export type ByAxis = Record<"data" | "stage" | "tensor", number>;

/** How many devices there are along each axis of a mesh. */
export type MeshSizes = ByAxis;

/** A transformer and its batch. */
export interface TransformerStep {
  /** Blocks, each with 12 width² weights. */
  layers: number;
  heads: number;
  width: number;
  /** Tokens of a row. */
  tokens: number;
  /** Rows of a step, on all devices together. A microbatch is one row. */
  rows: number;
}

/** All meshes of so many GPUs, those with the shortest axis `tensor` first, then those with the fewest stages. */
export function meshesOf(gpus: number): MeshSizes[] {
  const divisors = Array.from({ length: gpus }, (_, at) => at + 1).filter((each) => gpus % each === 0);
  return divisors.flatMap((tensor) =>
    divisors
      .filter((stage) => (gpus / tensor) % stage === 0)
      .map((stage) => ({ data: gpus / tensor / stage, stage, tensor })),
  );
}
