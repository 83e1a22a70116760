import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { readBytes } from "../system/read-text";
import { bytesOf, tf } from "../tensorflow/engine";

// The safetensors format (https://huggingface.co/docs/safetensors): 8 bytes with the length of a JSON header, the
// header, the tensors' bytes one after another, little-endian. Python's `safetensors` package reads these files.
// TensorFlow's own SaveV2 needs lists of types, which the npm binding cannot pass.
type Header = Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }>;

const typeNames: Partial<Record<tf.DataType, string>> = { float32: "F32", int32: "I32" };

/** What a file holds of a variable, or of a sharded one's whole: these are what both have. */
export interface StoredVariable {
  /** Its name in the file. */
  name: string;
  variable: Pick<tf.Variable, "shape" | "size" | "dtype"> & {
    /** @param reading The same for all variables that are written together. */
    data(reading?: object): Promise<Float32Array | Int32Array | Uint8Array>;
    assign(value: tf.Tensor): void;
  };
}

/** The size and checksum of a complete file. */
interface FileDigest {
  bytes: number;
  sha256: string;
}

/** Writes the values of variables, one variable in memory at a time, and waits until they are on the disk. */
export async function writeTensors(file: string, variables: readonly StoredVariable[]): Promise<FileDigest> {
  const digest = createHash("sha256");
  const reading = {};
  let bytes = 0;
  const handle = await open(file, "wx");
  try {
    const append = async (chunk: Uint8Array): Promise<void> => {
      digest.update(chunk);
      await handle.writeFile(chunk);
      bytes += chunk.byteLength;
    };
    await append(encodedHeader(variables));
    for (const { variable } of variables) {
      const values = await variable.data(reading);
      await append(bytesOf(values));
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: digest.digest("hex") };
}

function encodedHeader(variables: readonly StoredVariable[]): Uint8Array {
  const header: Header = {};
  let offset = 0;
  for (const { name, variable } of variables) {
    const dtype = typeNames[variable.dtype];
    if (!dtype) throw new Error(`The variable ${name} is ${variable.dtype}: only float32 and int32 can be stored.`);
    if (name in header) throw new Error(`Two variables are named ${name}: their values could not be told apart.`);
    header[name] = { dtype, shape: variable.shape, data_offsets: [offset, offset + 4 * variable.size] };
    offset += 4 * variable.size;
  }
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json]);
}

/** A file is whole, but holds other variables than those that are asked for. */
export class OtherVariables extends Error {}

const shapeOf = ({ shape }: { shape: readonly number[] }): string => shape.join("x") || "a scalar";

/**
 * Restores the values of variables that {@link writeTensors} stored.
 * @throws one line, before it assigns any value, when the file is cut short or changed; {@link OtherVariables} when it has others.
 */
export async function readTensors(
  file: string,
  expected: FileDigest,
  variables: readonly StoredVariable[],
): Promise<void> {
  const refuse = (problem: string): Error => new Error(`${file}: ${problem}`);
  const content = readBytes(file, refuse, expected.bytes);
  if (content.byteLength !== expected.bytes) {
    throw new Error(`${file} holds ${content.byteLength} bytes instead of ${expected.bytes}`);
  }
  if (createHash("sha256").update(content).digest("hex") !== expected.sha256) {
    throw new Error(`${file} has been changed: its SHA-256 is not the one noted`);
  }
  const start = 8 + Number(content.readBigUInt64LE(0));
  // The digest says that this is what writeTensors wrote.
  const header = JSON.parse(content.toString("utf8", 8, start)) as Header;
  const stored = (name: string): string => (name in header ? shapeOf(header[name]) : "nothing");
  for (const { name, variable } of variables) {
    if (stored(name) !== shapeOf(variable)) {
      throw new OtherVariables(`${file} holds ${stored(name)} for the variable ${name}, which is ${shapeOf(variable)}`);
    }
  }
  for (const { name, variable } of variables) {
    const [from, to] = header[name].data_offsets;
    const bytes = new Uint8Array(content.subarray(start + from, start + to)).buffer;
    const values = variable.dtype === "int32" ? new Int32Array(bytes) : new Float32Array(bytes);
    tf.tidy(() => {
      variable.assign(tf.tensor(values, variable.shape, variable.dtype));
    });
  }
}
