import { backend, tf } from "../backend";
import type { TensorMetadata } from "../binding";
import { cApi, type Pointer } from "../c-api";
import { stepConfig } from "../config";
import { Graph, type Node } from "./graph";
import type { ReplicasOptions } from "./options";
import { nextRandomStates } from "./random";
import type { ClosedOver, Recording } from "./recording";
import { Replica } from "./replica";
import { stepError } from "./step-error";

/** The graph of one replica and its device; without a device TensorFlow chooses. */
interface ReplicaGraph {
  recording: Recording;
  results: Node[];
  device?: string;
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
  private readonly replicas: readonly Replica[];
  private readonly results: number;
  private readonly drawsRandom: boolean;
  private readonly closedOver: readonly ClosedOver[];

  /** @throws when the replicas assign different variables. */
  constructor(
    step: string,
    replicas: readonly ReplicaGraph[],
    private readonly options: Pick<ReplicasOptions, "precision" | "mirrors" | "firstReplica">,
  ) {
    this.name = `${step}_${count++}`;
    this.replicas = replicas.map(({ recording, device }, index) => new Replica(recording, index, device));
    this.drawsRandom = this.replicas.some(({ drawsRandom }) => drawsRandom);
    const recordings = new Set(replicas.map(({ recording }) => recording));
    this.closedOver = [...recordings].flatMap(({ closedOver }) => closedOver);
    this.results = replicas[0].results.length;
    refuseUnlike(step, this.replicas);
    const graph = new Graph();
    const placed = this.place(graph, replicas);
    // An output that is an input, or that occurs twice, would make the function invalid: each gets a node of its own.
    const copy = (node: Node, device?: string): Node => graph.op("Identity", [], [node], device)[0];
    const outputs = [
      ...placed[0].results.map((node) => copy(node)),
      ...placed.flatMap(({ assigned }, index) => assigned.map((node) => copy(node, replicas[index].device))),
    ];
    this.definition = graph.serialize();
    const inputs = placed.flatMap(({ inputs }) => inputs);
    // These run even if no output of their own replica needs them, since the other replicas wait for them.
    const reduced = placed.flatMap(({ reduced }) => reduced);
    this.register(graph.toFunction(this.name, inputs, outputs, reduced));
    graph.dispose();
  }

  private place(graph: Graph, replicas: readonly ReplicaGraph[]) {
    const definitions = new Map<Recording, Uint8Array>();
    return replicas.map(({ recording, results, device }, index) => {
      const definition = definitions.get(recording) ?? recording.graph.serialize();
      definitions.set(recording, definition);
      const { inputs } = this.replicas[index];
      const assigned = [...recording.assigned.values()];
      const returned = [...inputs, ...results, ...assigned, ...allReduced(recording)];
      const nodes = graph.insert(definition, `replica_${index}`, device, returned);
      const take = (count: number): Node[] => nodes.splice(0, count);
      return {
        inputs: take(inputs.length),
        results: take(results.length),
        assigned: take(assigned.length),
        reduced: nodes,
      };
    });
  }

  private register(handle: Pointer): void {
    const api = cApi();
    api.checked(this.name, "contextAddFunction", api.context, handle);
    api.call("deleteFunction", handle);
    const { precision = "float32" } = this.options;
    api.configureStep(this.name, stepConfig(precision, backend().binding.isUsingGpuDevice()));
  }

  /**
   * Runs the step, and gives the variables that it assigns their new values, on every replica.
   * @param args The arguments of each replica.
   * @returns the first replica's results, in the recording's order.
   */
  call(args: readonly tf.Tensor[][]): tf.Tensor[] {
    const node = backend();
    const { firstReplica = 0, mirrors } = this.options;
    const random = this.drawsRandom ? nextRandomStates(firstReplica, this.replicas.length) : [];
    let outputs: TensorMetadata[];
    try {
      const inputs = this.replicas.flatMap((replica, index) => [
        ...node.getInputTensorIds(args[index]),
        ...replica.read(this.name, mirrors),
        ...(replica.drawsRandom ? node.getInputTensorIds([random[index]]) : []),
      ]);
      const outputCount = this.replicas.reduce((total, { assigned }) => total + assigned.length, this.results);
      outputs = node.binding.executeOp(this.name, [], inputs, outputCount);
    } catch (error) {
      const devices = this.replicas.map(({ device }) => device);
      throw devices.length > 1 ? stepError(error as Error, devices) : error;
    } finally {
      tf.dispose(random);
    }
    this.assign(outputs.splice(this.results));
    return outputs.map((metadata) => node.createOutputTensor(metadata));
  }

  private assign(values: TensorMetadata[]): void {
    const node = backend();
    const mirrored = new Map<tf.Variable, number[]>();
    for (const { assigned, index } of this.replicas) {
      for (const variable of assigned) {
        const metadata = values.shift()!; // one for each variable that a replica assigns
        if (index > 0) {
          mirrored.set(variable, [...(mirrored.get(variable) ?? []), metadata.id]);
          continue;
        }
        const value = node.createOutputTensor(metadata);
        variable.assign(value);
        value.dispose();
      }
    }
    mirrored.forEach((ids, variable) => this.options.mirrors?.write(variable, ids));
  }

  dispose(): void {
    const api = cApi();
    api.checked(this.name, "contextRemoveFunction", api.context, this.name);
    api.configureStep(this.name, new Uint8Array());
    this.replicas.forEach((replica) => {
      replica.dispose();
    });
    for (const { dataId } of this.closedOver) backend().disposeData(dataId);
  }
}

function allReduced({ graph }: Recording): Node[] {
  return graph.operations.filter(({ op }) => op === "CollectiveReduce").flatMap(({ outputs }) => outputs);
}

function refuseUnlike(step: string, [first, ...others]: readonly Replica[]): void {
  for (const { assigned, index } of others) {
    const other =
      first.assigned.find((variable, place) => assigned[place] !== variable) ?? assigned.at(first.assigned.length);
    if (other === undefined) continue;
    throw new Error(`${step} assigns ${other.name} on replica 0 or ${index} only: assign the same variables on all.`);
  }
}
