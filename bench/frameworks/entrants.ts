import { OURS } from "../../lib/frameworks";
import { addressesOn } from "../many-nodes/slurm";
import { wireOf } from "../many-nodes/wire";
import { takeTurns } from "../turns/take-turns";
import type { Entrant } from "./in-turn";
import { train, type Measured, type Training } from "./train";

/** The port on which the wire's workers listen. */
const port = 4699;

/** The steps of the wire in a round: each takes milliseconds. */
const wireSteps = 20;

/** All that take turns: contenders, and on several nodes the wire, which moves as many bytes as a ring all-reduce of the gradients. */
export function entrantsOf(
  names: readonly string[],
  training: Omit<Training, "framework">,
  gradientBytes: number,
): Entrant[] {
  const entrants = names.map((name): Entrant => {
    const turn = (): Promise<Measured> => train({ ...training, framework: name });
    return { name, peer: name === OURS ? "ours" : "other", turn };
  });
  const { cluster, nodes } = training;
  if (!cluster) return entrants;
  const wire = wireOf(cluster, addressesOn(nodes, port), gradientBytes, "all-reduce");
  const turn = async (): Promise<Measured> => {
    const extent = { rounds: 1, steps: wireSteps };
    const [{ failed, does, versions, rounds }] = await takeTurns(`${nodes} nodes`, [wire], extent, () => undefined);
    if (failed !== undefined) throw new Error(failed);
    return { does, versions, round: { seconds: rounds[0].seconds } };
  };
  return [{ name: wire.name, peer: "wire", turn }, ...entrants];
}
