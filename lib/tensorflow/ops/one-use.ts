import type { tf } from "../backend";
import { inFloat32 } from "../capture/mixed-precision";
import { withGradient } from "../own-gradient";

/**
 * A weight for one of its uses, where it has several: the gradients of all uses are added up in float32. In mixed
 * precision their sum would otherwise be rounded to 16 bits once more.
 */
export function oneUse<T extends tf.Tensor>(weight: T): T {
  return withGradient([weight], () => ({ value: weight.clone(), gradient: inFloat32 }));
}
