import { backend, tf } from "../backend";
import type { TensorMetadata } from "../binding";
import { cApi, type Pointer } from "../c-api";
import { stepConfig } from "../config";
import { onGpu } from "../devices";
import { sixteenBitType } from "./casts";
import { insertCompiled } from "./compiled";
import { Graph, isCollective, type Node, type Operation } from "./graph";
import type { ReplicasOptions } from "./options";
import { placeVariables } from "./placement";
import { nextRandomStates } from "./random";
import type { ClosedOver, Recording } from "./recording";
import { Replica } from "./replica";
import { DeviceValue, type Device } from "./resource";
import { readOutputs, type Arrived } from "./results";
import { stepError } from "./step-error";
import { xlaError } from "./xla";

/** The graph of one replica and its device. */
interface ReplicaGraph {
  recording: Recording;
  results: Node[];
  device: Device;
}

let count = 0;

/**
 * A step as a function in TensorFlow's eager context, called like an op. The graph of each replica is placed on its device;
 * the names of its ops begin with `replica_<number>`.
 */
export class GraphFunction {
  readonly name: string;
  /** The step's graph as a serialized GraphDef. */
  readonly definition: Uint8Array;
  /** The replicas' own numbers, by the names of their inputs in the graph. */
  readonly ownNumbers: Readonly<Record<string, number>>;
  private readonly replicas: readonly Replica[];
  private readonly results: number;
  private readonly drawsRandom: boolean;
  private readonly closedOver: readonly ClosedOver[];
  /** The variables that its replicas read or change, and the devices on which they do so. */
  private readonly variables: ReadonlyMap<tf.Variable, Device[]>;
  /** The functions that XLA compiles, in this process's context. */
  private readonly compiled: string[] = [];

  /** @throws when the replicas assign different variables. */
  constructor(
    step: string,
    replicas: readonly ReplicaGraph[],
    private readonly options: Pick<ReplicasOptions, "precision" | "firstReplica" | "xla" | "numberOf">,
  ) {
    this.name = `${step}_${count++}`;
    this.replicas = replicas.map(
      ({ recording, device }, index) => new Replica(recording, index, device, options.numberOf),
    );
    this.ownNumbers = Object.fromEntries(
      this.replicas.flatMap(({ ownNumbers, index }) =>
        Object.entries(ownNumbers).map(([name, value]) => [`${prefixOf(index)}/${name}`, value]),
      ),
    );
    this.drawsRandom = this.replicas.some(({ drawsRandom }) => drawsRandom);
    const recordings = new Set(replicas.map(({ recording }) => recording));
    this.closedOver = [...recordings].flatMap(({ closedOver }) => closedOver);
    this.results = replicas[0].results.length;
    // Devices of a mesh may keep different parts of a model; other replicas have copies of the whole.
    const isMesh = options.numberOf !== undefined;
    if (!isMesh) refuseUnlike(step, this.replicas);
    this.variables = usedOn(this.replicas, isMesh);
    const graph = new Graph();
    const placed = this.place(graph, replicas);
    // An output that is an input, or that occurs twice, would make the function invalid: each gets a node of its own.
    const outputs = placed[0].results.map((node) => graph.op("Identity", [], [node])[0]);
    this.definition = graph.serialize();
    const inputs = placed.flatMap(({ inputs }) => inputs);
    const kept = placed.flatMap(({ kept }) => kept);
    this.register(graph.toFunction(this.name, inputs, outputs, kept));
    graph.dispose();
  }

  private place(graph: Graph, replicas: readonly ReplicaGraph[]) {
    const definitions = new Map<Recording, Uint8Array>();
    return replicas.map(({ recording, results, device }, index) => {
      const { inputs } = this.replicas[index];
      const kept = recording.graph.operations.filter(hasEffect).map(({ name }) => name);
      if (this.options.xla) {
        const source = { graph: recording.graph, inputs, results, kept: new Set(kept), device };
        const inserted = insertCompiled(graph, this.name, prefixOf(index), source);
        this.compiled.push(...inserted.functions);
        return inserted;
      }
      const definition = definitions.get(recording) ?? recording.graph.serialize();
      definitions.set(recording, definition);
      const nodes = graph.insert(definition, prefixOf(index), device, [...inputs, ...results]);
      return {
        inputs: nodes.slice(0, inputs.length),
        results: nodes.slice(inputs.length),
        kept: kept.map((name) => `${prefixOf(index)}/${name}`),
      };
    });
  }

  private register(handle: Pointer): void {
    const api = cApi();
    api.checked(this.name, "contextAddFunction", api.context, handle);
    api.call("deleteFunction", handle);
    // On a CPU Grappler cannot make a recorded step in float32 faster (measured: a step takes the same processor time), and with the
    // replicas of four devices in one graph it would take half of the first step's time.
    const optimised = onGpu() || sixteenBitType(this.options.precision) !== undefined;
    api.configureStep(this.name, stepConfig(optimised));
  }

  /**
   * Runs the step, which gives the variables that it changes their new values, on every replica.
   * @param args The arguments of each replica.
   * @returns the first replica's results, in the recording's order.
   */
  call(args: readonly tf.Tensor[][]): tf.Tensor[] {
    return this.execute(args).map((metadata) => backend().createOutputTensor(metadata));
  }

  /** Like {@link call}, but the results are read while the caller goes on. @returns their values. */
  launch(args: readonly tf.Tensor[][]): Promise<Arrived<Float32Array[]>> {
    const outputs = this.execute(args);
    const values = readOutputs(outputs); // before any other op
    outputs.forEach(({ id }) => backend().binding.deleteTensor(id));
    return values;
  }

  private execute(args: readonly tf.Tensor[][]): TensorMetadata[] {
    const node = backend();
    const { firstReplica = 0 } = this.options;
    const devices = this.replicas.map(({ device }) => device);
    this.prepareVariables();
    const random = this.drawsRandom ? nextRandomStates(firstReplica, this.replicas.length) : [];
    try {
      const inputs = this.replicas.flatMap((replica, index) => [
        ...node.getInputTensorIds(args[index]),
        ...replica.read(this.name),
        ...(replica.drawsRandom ? node.getInputTensorIds([random[index]]) : []),
      ]);
      return node.binding.executeOp(this.name, [], inputs, this.results);
    } catch (error) {
      const refused = this.options.xla ? xlaError(this.name, error as Error) : error;
      throw refused === error && devices.length > 1 ? stepError(error as Error, devices) : refused;
    } finally {
      tf.dispose(random);
    }
  }

  private prepareVariables(): void {
    const disposed = [...this.variables.keys()].find(({ isDisposed }) => isDisposed);
    if (disposed) {
      throw new Error(`The captured step ${this.name} uses the variable ${disposed.name}, which has been disposed.`);
    }
    placeVariables(this.variables);
    for (const variable of new Set(this.replicas.flatMap(({ assigned }) => assigned))) {
      DeviceValue.of(variable)?.changes(variable, this.variables.get(variable)!); // whoever changes it uses it
    }
  }

  dispose(): void {
    const api = cApi();
    for (const name of [this.name, ...this.compiled]) api.checked(name, "contextRemoveFunction", api.context, name);
    api.configureStep(this.name, new Uint8Array());
    this.replicas.forEach((replica) => replica.dispose());
    for (const { dataId } of this.closedOver) backend().disposeData(dataId);
  }
}

const prefixOf = (replica: number): string => `replica_${replica}`;

/**
 * Whether an op runs even if no result of its own replica needs it: it changes a variable, or other replicas wait for it.
 * TensorFlow would leave out the second ones.
 */
const hasEffect = ({ op, outputs }: Operation): boolean => outputs.length === 0 || isCollective({ op });

/** @param each Whether a variable is needed only on the devices whose replicas use it. Otherwise it is on all of them. */
function usedOn(replicas: readonly Replica[], each: boolean): Map<tf.Variable, Device[]> {
  const all = replicas.map(({ device }) => device);
  const used = new Map<tf.Variable, Device[]>();
  for (const { variables, device } of replicas) {
    for (const variable of variables) used.set(variable, each ? [...(used.get(variable) ?? []), device] : all);
  }
  return used;
}

function refuseUnlike(step: string, [first, ...others]: readonly Replica[]): void {
  for (const { assigned, index } of others) {
    const other =
      first.assigned.find((variable, place) => assigned[place] !== variable) ?? assigned.at(first.assigned.length);
    if (other === undefined) continue;
    throw new Error(`${step} assigns ${other.name} on replica 0 or ${index} only: assign the same variables on all.`);
  }
}
