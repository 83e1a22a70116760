import { backend, tf } from "../backend";
import type { OpAttribute } from "../binding";
import type { Graph, Node, Operation } from "./graph";
import { handleAttributes } from "./resource";

/** A variable in a recording. */
interface RecordedVariable {
  handle: Node;
  attributes: OpAttribute[];
  /** The value at the step's begin; undefined while the function has not read it. */
  value?: Node;
  /** The ops that read or changed it so far. Another change must wait for them. */
  uses: Operation[];
  /** The variable's data after an update in place. */
  updated?: tf.DataId;
}

/** The variables that a function reads and changes, as resource variables of its graph. */
export class RecordedVariables {
  /** Those that the function changes. */
  readonly assigned = new Set<tf.Variable>();
  private readonly known = new Map<tf.Variable, RecordedVariable>();

  constructor(private readonly graph: Graph) {}

  /** Those that the function reads or changes. */
  get all(): tf.Variable[] {
    return [...this.known.keys()];
  }

  /** The variable's value at the step's begin. */
  read(variable: tf.Variable): Node {
    const recorded = this.record(variable);
    return (recorded.value ??= this.readNow(recorded));
  }

  /** Gives the variable a new value at the step's end, if an update in place has not done so. */
  assign(variable: tf.Variable, value: () => Node): void {
    this.assigned.add(variable);
    if (this.isUpdated(variable)) return;
    const node = value();
    const { handle, attributes, uses } = this.keepOld(variable);
    this.graph.op("AssignVariableOp", attributes, [handle, node], { after: uses });
  }

  /**
   * Updates variables in place by one op, whose first inputs are their handles.
   * @returns the variables' new values, for whoever reads them later in the function.
   */
  update(op: string, attributes: OpAttribute[], variables: readonly tf.Variable[], inputs: readonly Node[]): Node[] {
    const recorded = variables.map((variable) => this.keepOld(variable));
    const handles = recorded.map(({ handle }) => handle);
    this.graph.op(op, attributes, [...handles, ...inputs], { after: recorded.flatMap(({ uses }) => uses) });
    recorded.forEach(({ uses }) => uses.push(this.graph.latest));
    return recorded.map((each) => this.readNow(each));
  }

  /** Whether the last thing that the function did to a variable was an update in place. */
  isUpdated(variable: tf.Variable): boolean {
    return this.known.get(variable)?.updated === variable.dataId;
  }

  /** Notes the data that stands for a variable's new value after an update in place. */
  updated(variable: tf.Variable): void {
    this.record(variable).updated = variable.dataId;
  }

  /** Reads the value before it changes: a tensor that the function keeps may share it. */
  private keepOld(variable: tf.Variable): RecordedVariable {
    this.read(variable);
    return this.record(variable);
  }

  private record(variable: tf.Variable): RecordedVariable {
    const known = this.known.get(variable);
    if (known) return known;
    const attributes = handleAttributes(variable);
    const [handle] = this.graph.op("VarHandleOp", attributes, []);
    const recorded = { handle, attributes, uses: [] };
    this.known.set(variable, recorded);
    return recorded;
  }

  private readNow({ handle, attributes, uses }: RecordedVariable): Node {
    const [value] = this.graph.op("ReadVariableOp", attributes, [handle], { after: uses });
    uses.push(this.graph.latest);
    return value;
  }
}

/** The bytes of variables. */
export function bytesOfVariables(variables: readonly tf.Variable[]): number {
  const { TF_BOOL } = backend().binding;
  return variables.reduce(
    (sum, { dataId, size }) => sum + size * (backend().tensorMap.get(dataId).dtype === TF_BOOL ? 1 : 4),
    0,
  );
}
