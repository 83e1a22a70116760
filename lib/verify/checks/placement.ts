import { counted } from "../../system/words";
import { failed, type Check } from "../check";

/** TensorFlow's executor tells of every op that it runs, and on which device. */
const TELLING = { TF_CPP_MIN_LOG_LEVEL: "0", TF_CPP_VMODULE: "executor=1" };

/** An op that ran. */
interface PlacedOp {
  name: string;
  type: string;
  /** `GPU:0` */
  device: string;
}

/** Reads the executor's lines: `Process node: 7 step 3 {{node replica_1/x}} = Conv2D[...](...) device: .../device:GPU:1`. */
export function placedOps(told: string): PlacedOp[] {
  const line = /Process node: \d+ step -?\d+ \{\{node ([^}\s]+)\}\} = (\w+).* device: \S*device:(\w+:\d+)/g;
  return [...told.matchAll(line)].map(([, name, type, device]) => ({ name, type, device }));
}

/** Ops that compute what a step is for. Others may run anywhere: they pass on shapes and small numbers. */
const computing =
  /Conv|MatMul|BatchNorm|Relu|BiasAdd|Softmax|Pool|^Sum$|^Mean$|^AddV?2?N?$|^Mul$|^Sub$|Apply|Resize|Collective|Sigmoid|Rsqrt/;

/** The device on which an op belongs: its replica's. */
function home({ name }: PlacedOp, devices: readonly string[]): string | undefined {
  const replica = /(?:^|\/)replica_(\d+)\//.exec(name)?.[1];
  return devices[Number(replica ?? 0)];
}

/** Where each op of a training step ran, by TensorFlow's own word. */
export const placement: Check = {
  id: "placement",
  name: "every op of a step on its device",
  run: async (machine) => {
    const { devices } = machine.found;
    const { errors } = await machine.train(
      { ...machine.on(devices.length), ...machine.sizes.compared, batchSize: 2 * devices.length, steps: 1 },
      { environment: TELLING, errorsTo: machine.file("told.txt") },
    );
    const ops = placedOps(errors).filter(({ name }) => devices.length === 1 || /(?:^|\/)replica_\d+\//.test(name));
    const astray = ops.filter((op) => op.device !== home(op, devices));
    const heavy = astray.filter(({ type }) => computing.test(type));
    const byDevice = devices.map((device) => ops.filter((op) => op.device === device).length);
    const numbers = { devices, ops: byDevice, elsewhere: kinds(astray) };
    const missing = devices.filter((_, index) => byDevice[index] === 0);
    const found = devices.map((device, index) => `${byDevice[index]} on ${device}`).join(", ");
    if (missing.length > 0) return failed(`TensorFlow reports no op on ${missing.join(", ")}`, numbers);
    if (heavy.length > 0) return failed(`${found}; ${kinds(heavy).slice(0, 3).join(", ")} ran elsewhere`, numbers);
    const rest = astray.length === 0 ? "" : `; ${counted(astray.length, "small op")} elsewhere`;
    return { state: "pass", found: `ops: ${found}${rest}`, numbers };
  },
};

/** How often which kind of op ran where: `12 Const on CPU:0`. */
function kinds(ops: readonly PlacedOp[]): string[] {
  const counts = new Map<string, number>();
  for (const { type, device } of ops) counts.set(`${type} on ${device}`, (counts.get(`${type} on ${device}`) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${count} ${kind}`);
}
