import { openPromise, type Entry, type ZipFile } from "yauzl";

/** One array of an .npz file. */
export interface NumpyArray {
  shape: number[];
  data: Float32Array | Float64Array | Int32Array | Uint8Array;
}

// An array as npyjs returns it.
interface ParsedArray {
  data: ArrayBufferView;
  shape: number[];
  dtype: string;
  fortranOrder: boolean;
}

/** An open .npz file. Arrays are read one at a time, since a fixture of a large model has gigabytes. */
interface Npz {
  /** @throws when there is no array of that name, it is cut short, or its type is not f4, f8, i4 or u1. */
  read(name: string): Promise<NumpyArray>;
  close(): void;
}

/**
 * Opens NumPy's .npz, compressed or not.
 * @throws one line that names the file when it is missing or no .npz file.
 */
export async function openNpz(file: string): Promise<Npz> {
  const { parse } = await import("npyjs"); // an ES module
  const fail = (what: string) => new Error(`${file}: ${what}`);
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false });
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.replace(/\.npy$/, ""), entry);
  } catch (error) {
    if (isMissing(error)) throw fail("there is no such file.");
    throw fail(`this is not an .npz file, or only a part of one (${reason(error)}). Make or copy it again.`);
  }

  return {
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw fail(`it holds no array "${name}". Make it again with test/golden/make_fixture.py.`);
      try {
        return checked(parse(await contents(zip, entry)));
      } catch (error) {
        throw fail(`its array "${name}" cannot be read (${reason(error)}). Make or copy the file again.`);
      }
    },
    close: () => zip.close(),
  };
}

async function contents(zip: ZipFile, entry: Entry): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(entry.uncompressedSize);
  let length = 0;
  // yauzl fails when the stream is shorter or longer than its directory says.
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.buffer;
}

function checked({ data, shape, dtype, fortranOrder }: ParsedArray): NumpyArray {
  const known = [Float32Array, Float64Array, Int32Array, Uint8Array].some((type) => data instanceof type);
  if (!known) throw new Error(`its type is ${dtype}; f4, f8, i4 and u1 can be read`);
  if (fortranOrder) throw new Error("its order is Fortran's; C order can be read");
  const array = data as NumpyArray["data"]; // one of `known`
  const size = shape.reduce((product, length) => product * length, 1);
  if (array.length !== size)
    throw new Error(`its shape is [${shape.join(", ")}], but it holds ${array.length} numbers`);
  return { shape, data: array };
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
