import crypto, { webcrypto } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { resolve, sep } from "node:path";
import { tf } from "../backend";
import type { Binding, NodeBackend } from "../binding";

/** The functions that replace those of tfjs and its backend while a step is recorded. */
interface Entrances {
  executeOp: Binding["executeOp"];
  createTensor: Binding["createTensor"];
  /** The number that stands for a tensor among an op's inputs. */
  idOf(tensor: tf.TensorInfo): number;
  /** Is called when a tensor is made of values in JavaScript. */
  written(dataId: tf.DataId, values: unknown): void;
  /** Is called when a tensor's values are read. */
  read(dataId: tf.DataId): tf.TypedArray;
  /** Is called when a variable is made. */
  makeVariable(name: string | undefined): never;
}

/**
 * Diverts the backend's calls to a recording instead of the device.
 * @returns a function that undoes this.
 */
export function divert(node: NodeBackend, to: Entrances): () => void {
  const { binding, readSync, read, write, getInputTensorIds } = node;
  // The native binding's properties are read-only, so an object that inherits from it takes its place.
  const recorder = Object.create(binding, {
    executeOp: { value: to.executeOp },
    createTensor: { value: to.createTensor },
  }) as Binding;
  const entrances: Partial<NodeBackend> = {
    binding: recorder,
    readSync: to.read,
    // An asynchronous read is refused like a synchronous one, but where it is awaited.
    read: (dataId) => Promise.resolve().then(() => to.read(dataId)),
    write(values, shape, dtype) {
      const dataId = write.call(node, values, shape, dtype);
      to.written(dataId, values);
      return dataId;
    },
    getInputTensorIds: (tensors) =>
      tensors.map((tensor) =>
        // tfjs-node passes an int64 scalar as an object of its own class, which has no data id.
        (tensor as Partial<tf.TensorInfo>).dataId === undefined
          ? getInputTensorIds.call(node, [tensor])[0]
          : to.idOf(tensor),
      ),
  };
  Object.assign(node, entrances);
  const engine = tf.engine();
  const { makeVariable } = engine;
  engine.makeVariable = (_value, _trainable, name) => to.makeVariable(name);
  const unwatch = refuseClocksAndRandomNumbers();
  return () => {
    Object.assign(node, { binding, readSync, read, write, getInputTensorIds });
    engine.makeVariable = makeVariable;
    unwatch();
  };
}

type AnyFunction = (...args: unknown[]) => unknown;

const asArgument = "give the step its value as an argument (tf.scalar)";
const asTensor = "use tf.randomUniform()";

/** What gives another value at every call: its owner, its names there, its name for people, and what to do instead. */
const CHANGING: [owner: object, keys: string[], name: (key: string) => string, remedy: string][] = [
  [Math, ["random"], (key) => `Math.${key}()`, asTensor],
  [Date, ["now"], (key) => `Date.${key}()`, asArgument],
  [globalThis, ["Date"], (key) => `new ${key}()`, asArgument],
  [performance, ["now"], (key) => `performance.${key}()`, asArgument],
  [process.hrtime, ["bigint"], (key) => `process.hrtime.${key}()`, asArgument],
  [process, ["hrtime", "uptime"], (key) => `process.${key}()`, asArgument],
  [webcrypto, ["getRandomValues", "randomUUID"], (key) => `crypto.${key}()`, asTensor],
  [crypto, ["randomUUID", "randomBytes", "randomFillSync", "randomInt"], (key) => `crypto.${key}()`, asTensor],
];

/** Whether a line of a stack is of code that may have such values: what prints, or gives a message its name and time. */
function isOther(caller: string, remedy: string): boolean {
  if (caller.includes("(node:") || caller.includes(kernel)) return true;
  return remedy === asArgument && caller.includes("/node_modules/") && !caller.includes("/@tensorflow/"); // which has tf.util.now()
}
const kernel = resolve(__dirname, "..", "..", "..", "kernel") + sep;

/**
 * Refuses clocks and random numbers in JavaScript to the step that is recorded: its graph would hold one value for ever. What a step
 * took of them before, or keeps under another name, is not noticed.
 * @returns a function that undoes this.
 */
function refuseClocksAndRandomNumbers(): () => void {
  const undo = CHANGING.flatMap(([owner, keys, name, remedy]) =>
    keys.map((key) => {
      const before = Object.getOwnPropertyDescriptor(owner, key);
      const original = Reflect.get(owner, key) as AnyFunction;
      const refuse = (trap: AnyFunction): void => {
        const at: { stack?: string } = {};
        Error.captureStackTrace(at, trap);
        const caller = at.stack?.split("\n").find((line) => line.startsWith("    at ")) ?? "";
        if (isOther(caller, remedy)) return;
        throw new Error(`${name(key)} was called inside a captured step, where its value would be frozen: ${remedy}.`);
      };
      const apply = (target: AnyFunction, self: unknown, args: unknown[]): unknown => {
        refuse(apply as AnyFunction);
        return Reflect.apply(target, self, args);
      };
      const construct = (target: AnyFunction, args: unknown[], made: AnyFunction): object => {
        if (args.length === 0) refuse(construct as AnyFunction);
        return Reflect.construct(target, args, made) as object;
      };
      const value = new Proxy(original, { apply, construct });
      Reflect.defineProperty(owner, key, { value, configurable: true, writable: true });
      return () => (before ? Reflect.defineProperty(owner, key, before) : Reflect.deleteProperty(owner, key));
    }),
  );
  syncBuiltinESMExports(); // modules that import such a function by its name
  return () => {
    undo.reverse().forEach((each) => each());
    syncBuiltinESMExports();
  };
}
