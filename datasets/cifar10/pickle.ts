import { BufferReader, Parser } from "pickleparser";

/** A NumPy array of bytes in a pickle. */
export class ByteArray {
  shape: number[] = [];
  bytes: Uint8Array = new Uint8Array();
  /** Column-major (Fortran) instead of row-major order. */
  columnsFirst = false;

  /** NumPy's state: version, shape, dtype, order, data. */
  __setstate__([, shape, dtype, columnsFirst, data]: [number, number[], ByteType, boolean, string | Uint8Array]): void {
    this.fill(data, dtype, shape, columnsFirst);
  }

  fill(data: string | Uint8Array, dtype: ByteType, shape: number[], columnsFirst: boolean): this {
    if (!(dtype instanceof ByteType)) throw new Error("an array has no type");
    this.bytes = typeof data === "string" ? Buffer.from(data, "latin1") : data;
    this.shape = shape;
    this.columnsFirst = columnsFirst;
    const expected = shape.reduce((product, size) => product * size, 1);
    if (this.bytes.length !== expected)
      throw new Error(`an array of ${shape.join("x")} holds ${this.bytes.length} bytes`);
    return this;
  }
}

/** NumPy's dtype of unsigned bytes. Other types are refused. */
class ByteType {
  constructor(name: unknown) {
    if (name !== "u1" && name !== "|u1") throw new Error(`an array is of type ${String(name)}, not of unsigned bytes`);
  }
  __setstate__(): void {
    // Byte order and alignment say nothing about single bytes.
  }
}

// A pickle is a program that calls functions by name. These are the only ones it can call, and they only hold data.
const functions: Record<string, (...args: never[]) => unknown> = {
  "multiarray._reconstruct": () => new ByteArray(),
  // Protocol 5.
  "numeric._frombuffer": (data: Uint8Array, dtype: ByteType, shape: number[], order: string) =>
    new ByteArray().fill(data, dtype, shape, order === "F"),
  "numpy.ndarray": () => new ByteArray(),
  "numpy.dtype": (name: unknown) => new ByteType(name),
  // How Python 3 writes bytes in protocol 2.
  "_codecs.encode": (text: string) => Buffer.from(text, "latin1"),
};

function resolve(module: string, name: string): (...args: never[]) => unknown {
  // NumPy 2 renamed `numpy.core` to `numpy._core`.
  const known = functions[`${module.replace(/^numpy\._?core\./, "")}.${name}`] as (() => unknown) | undefined;
  if (!known) throw new Error(`it asks for ${module}.${name}, which no CIFAR-10 file needs`);
  return known;
}

/** A Python 2 string is bytes, with one character for each byte. */
class PickleReader extends BufferReader {
  override string(size: number, encoding: "ascii" | "utf-8"): string {
    return Buffer.from(this.bytes(size) as Uint8Array).toString(encoding === "ascii" ? "latin1" : "utf8");
  }
}

/**
 * Reads a pickled Python dictionary of numbers, strings, lists and byte arrays, in any protocol (0 to 5). Runs no code.
 * @param file Named in errors.
 * @throws one line with the file and the offset where reading stopped.
 */
export function readPickle(file: string, bytes: Uint8Array, remedy: string): Map<string, unknown> {
  const reader = new PickleReader(bytes);
  try {
    const parser = new Parser({
      nameResolver: { resolve },
      unpicklingTypeOfDictionary: "Map",
    });
    const value = parser.read<unknown>(reader);
    if (!(value instanceof Map)) throw new Error("it holds no dictionary");
    // Python 3 may have written the keys as bytes.
    return new Map(
      [...(value as Map<unknown, unknown>)].map(([key, item]) => [
        key instanceof Uint8Array ? Buffer.from(key).toString() : String(key),
        item,
      ]),
    );
  } catch (error) {
    const offset = Math.min(reader.position, bytes.length);
    const reason = (error as Error).message.replace(/\.$/, "");
    throw new Error(`${file} is corrupt, cut short or no CIFAR-10 file, at offset ${offset}: ${reason}. ${remedy}`);
  }
}
