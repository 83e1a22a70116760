import { backend, tf, type TensorMetadata } from "../backend";
import { cApi, type Pointer } from "../c-api";
import { stepConfig } from "../config";
import { Graph, type Node } from "./graph";
import type { Mirrors } from "./mirrors";
import { nextRandomStates } from "./random";
import type { ClosedOver, Recording } from "./recording";
import { Replica } from "./replica";
import { stepError } from "./step-error";

/** How a captured step computes. */
export type Precision = "float32" | "mixed";

/** What one replica computes, and where; without a device TensorFlow chooses. */
export interface ReplicaGraph {
  recording: Recording;
  results: Node[];
  device?: string;
}

/** How a {@link GraphFunction} is made. */
export interface FunctionOptions {
  name: string;
  precision: Precision;
  /** The variables' values on the replicas beyond the first, where there are several. */
  mirrors?: Mirrors;
  /** The number of the first replica among those of all processes. Default 0. */
  firstReplica?: number;
}

let count = 0;

/**
 * A step as a function in TensorFlow's eager context, called like an op. Each replica's recording is laid down on its
 * device, its ops under the name `replica_<number>`.
 */
export class GraphFunction {
  readonly name: string;
  /** The step's graph as a serialized GraphDef. */
  readonly definition: Uint8Array;
  private readonly replicas: readonly Replica[];
  private readonly results: number;
  private readonly drawsRandom: boolean;
  private readonly mirrors?: Mirrors;
  private readonly firstReplica: number;
  private readonly closedOver: readonly ClosedOver[];

  /** @throws when the replicas assign different variables. */
  constructor(replicas: readonly ReplicaGraph[], { name, precision, mirrors, firstReplica = 0 }: FunctionOptions) {
    this.name = `${name}_${count++}`;
    this.mirrors = mirrors;
    this.firstReplica = firstReplica;
    this.replicas = replicas.map(({ recording, device }, index) => new Replica(recording, index, device));
    this.drawsRandom = this.replicas.some(({ drawsRandom }) => drawsRandom);
    this.closedOver = [...new Set(replicas.map(({ recording }) => recording))].flatMap((each) => each.closedOver);
    this.results = replicas[0].results.length;
    refuseUnlike(name, this.replicas);
    const graph = new Graph();
    const laid = this.layDown(graph, replicas);
    // An output may be an input or stand twice: a node of its own for each keeps the function valid.
    const own = (node: Node, device?: string): Node => graph.op("Identity", [], [node], device)[0];
    const outputs = [
      ...laid[0].results.map((node) => own(node)),
      ...laid.flatMap(({ assigned }, index) => assigned.map((node) => own(node, replicas[index].device))),
    ];
    this.definition = graph.serialize();
    const inputs = laid.flatMap(({ inputs }) => inputs);
    // Where a replica's sum is needed by none of its own outputs, the others still wait for its part.
    const reduced = laid.flatMap(({ reduced }) => reduced);
    this.register(graph.toFunction(this.name, inputs, outputs, reduced), precision);
    graph.dispose();
  }

  private layDown(graph: Graph, replicas: readonly ReplicaGraph[]) {
    const definitions = new Map<Recording, Uint8Array>();
    return replicas.map(({ recording, results, device }, index) => {
      const definition = definitions.get(recording) ?? recording.graph.serialize();
      definitions.set(recording, definition);
      const { inputs } = this.replicas[index];
      const assigned = [...recording.assigned.values()];
      const wanted = [...inputs, ...results, ...assigned, ...allReduced(recording)];
      const nodes = graph.layDown(definition, `replica_${index}`, device, wanted);
      const take = (count: number): Node[] => nodes.splice(0, count);
      return {
        inputs: take(inputs.length),
        results: take(results.length),
        assigned: take(assigned.length),
        reduced: nodes,
      };
    });
  }

  private register(made: Pointer, precision: Precision): void {
    const api = cApi();
    api.checked(this.name, "contextAddFunction", api.context, made);
    api.call("deleteFunction", made);
    api.configureStep(this.name, stepConfig(precision, backend().binding.isUsingGpuDevice()));
  }

  /**
   * Runs the step.
   * @param args Each replica's.
   * @returns the first replica's results, in the recording's order. The variables that the step assigns have their new
   * values, on every replica.
   */
  call(args: readonly tf.Tensor[][]): tf.Tensor[] {
    const node = backend();
    const random = this.drawsRandom ? nextRandomStates(this.firstReplica, this.replicas.length) : [];
    let made: TensorMetadata[];
    try {
      const inputs = this.replicas.flatMap((replica, index) => [
        ...node.getInputTensorIds(args[index]),
        ...replica.read(this.name, this.mirrors),
        ...(replica.drawsRandom ? node.getInputTensorIds([random[index]]) : []),
      ]);
      const outputs = this.replicas.reduce((total, { assigned }) => total + assigned.length, this.results);
      made = node.binding.executeOp(this.name, [], inputs, outputs);
    } catch (error) {
      const devices = this.replicas.map(({ device }) => device);
      throw devices.length > 1 ? stepError(error as Error, devices) : error;
    } finally {
      tf.dispose(random);
    }
    const values = made.splice(this.results);
    this.assign(values);
    return made.map((metadata) => node.createOutputTensor(metadata));
  }

  private assign(made: TensorMetadata[]): void {
    const node = backend();
    const mirrored = new Map<tf.Variable, number[]>();
    this.replicas.forEach(({ assigned, index }) => {
      const own = made.splice(0, assigned.length);
      assigned.forEach((variable, at) => {
        if (index > 0) {
          mirrored.set(variable, [...(mirrored.get(variable) ?? []), own[at].id]);
          return;
        }
        const value = node.createOutputTensor(own[at]);
        variable.assign(value);
        value.dispose();
      });
    });
    mirrored.forEach((ids, variable) => this.mirrors?.write(variable, ids));
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
  return graph.laidDown.filter(({ op }) => op === "CollectiveReduce").flatMap(({ outputs }) => outputs);
}

function refuseUnlike(step: string, [first, ...others]: readonly Replica[]): void {
  for (const { assigned, index } of others) {
    const other =
      first.assigned.find((variable, at) => assigned[at] !== variable) ?? assigned.at(first.assigned.length);
    if (other === undefined) continue;
    throw new Error(`${step} assigns ${other.name} on replica 0 or ${index} only: assign the same variables on all.`);
  }
}
