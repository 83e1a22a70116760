import { join } from "node:path";
import koffi from "koffi";
import { backend } from "./backend";
import { hookLibrary, installation } from "./installation";

/** An address in TensorFlow's memory. */
export type Pointer = object & { readonly __pointer: unique symbol };

/** One output of an operation of a graph (TF_Output). */
export interface Output {
  oper: Pointer;
  index: number;
}

// C declarations in TensorFlow 2.20's c_api.h, c_api_experimental.h and eager/c_api.h.
const declarations = {
  newStatus: "void* TF_NewStatus()",
  code: "int TF_GetCode(void*)",
  message: "const char* TF_Message(void*)",
  newGraph: "void* TF_NewGraph()",
  deleteGraph: "void TF_DeleteGraph(void*)",
  newOperation: "void* TF_NewOperation(void*, const char*, const char*)",
  setDevice: "void TF_SetDevice(void*, const char*)",
  addInput: "void TF_AddInput(void*, TF_Output)",
  addInputList: "void TF_AddInputList(void*, TF_Output*, int)",
  addControlInput: "void TF_AddControlInput(void*, void*)",
  finishOperation: "void* TF_FinishOperation(void*, void*)",
  operationByName: "void* TF_GraphOperationByName(void*, const char*)",
  outputCount: "int TF_OperationNumOutputs(void*)",
  outputType: "int TF_OperationOutputType(TF_Output)",
  rank: "int TF_GraphGetTensorNumDims(void*, TF_Output, void*)",
  shape: "void TF_GraphGetTensorShape(void*, TF_Output, int64_t*, int, void*)",
  setInt: "void TF_SetAttrInt(void*, const char*, int64_t)",
  setIntList: "void TF_SetAttrIntList(void*, const char*, int64_t*, int)",
  setFloat: "void TF_SetAttrFloat(void*, const char*, float)",
  setFloatList: "void TF_SetAttrFloatList(void*, const char*, float*, int)",
  setBool: "void TF_SetAttrBool(void*, const char*, uint8_t)",
  setBoolList: "void TF_SetAttrBoolList(void*, const char*, uint8_t*, int)",
  setType: "void TF_SetAttrType(void*, const char*, int)",
  setShape: "void TF_SetAttrShape(void*, const char*, int64_t*, int)",
  setString: "void TF_SetAttrString(void*, const char*, const uint8_t*, size_t)",
  setTensor: "void TF_SetAttrTensor(void*, const char*, void*, void*)",
  setTypeList: "void TF_SetAttrTypeList(void*, const char*, int*, int)",
  setFunction: "void TF_SetAttrFuncName(void*, const char*, const char*, size_t)",
  allocateTensor: "void* TF_AllocateTensor(int, int64_t*, int, size_t)",
  tensorData: "void* TF_TensorData(void*)",
  deleteTensor: "void TF_DeleteTensor(void*)",
  graphToFunction:
    "void* TF_GraphToFunctionWithControlOutputs(void*, const char*, uint8_t, int, void**, int, TF_Output*, int, TF_Output*, void*, int, void**, void*, void*, void*, void*)",
  copyFunction: "void TF_GraphCopyFunction(void*, void*, void*, void*)",
  deleteFunction: "void TF_DeleteFunction(void*)",
  contextAddFunction: "void TFE_ContextAddFunction(void*, void*, void*)",
  contextRemoveFunction: "void TFE_ContextRemoveFunction(void*, const char*, void*)",
  listDevices: "void* TFE_ContextListDevices(void*, void*)",
  deviceCount: "int TF_DeviceListCount(void*)",
  deviceName: "const char* TF_DeviceListName(void*, int, void*)",
  deleteDeviceList: "void TF_DeleteDeviceList(void*)",
  newImportOptions: "void* TF_NewImportGraphDefOptions()",
  deleteImportOptions: "void TF_DeleteImportGraphDefOptions(void*)",
  setImportPrefix: "void TF_ImportGraphDefOptionsSetPrefix(void*, const char*)",
  setImportDevice: "void TF_ImportGraphDefOptionsSetDefaultDevice(void*, const char*)",
  addReturnOutput: "void TF_ImportGraphDefOptionsAddReturnOutput(void*, const char*, int)",
  importGraph: "void TF_GraphImportGraphDefWithReturnOutputs(void*, void*, void*, uint8_t*, int, void*)",
  newBufferFromString: "void* TF_NewBufferFromString(const uint8_t*, size_t)",
  newBuffer: "void* TF_NewBuffer()",
  deleteBuffer: "void TF_DeleteBuffer(void*)",
  opDefinition: "void TF_GraphGetOpDef(void*, const char*, void*, void*)",
  kernelsOf: "void* TF_GetRegisteredKernelsForOp(const char*, void*)",
  // XlaOpRegistry's, for which the C API has nothing: TensorFlow calls it only when XLA compiles for the first time.
  registerXlaKernels: "void _ZN10tensorflow13XlaOpRegistry26RegisterCompilationKernelsEv()",
  graphDefinition: "void TF_GraphToGraphDef(void*, void*, void*)",
} as const;

type Name = keyof typeof declarations;
type Value =
  Pointer | null | number | bigint | string | Uint8Array | Output | readonly (bigint | number | Output | Pointer)[];
/** Calls a C function with values that fit its declaration; koffi checks them. */
type Call = (...values: Value[]) => unknown;

/** The size of a TF_Output: an address, a number, and padding. */
export const OUTPUT_BYTES = 16;

let api: ReturnType<typeof open> | undefined;

/** The functions of TensorFlow's C API that the engine uses; starts TensorFlow. */
export function cApi() {
  return (api ??= open());
}

function open() {
  backend(); // creates the eager context
  const { home } = installation();
  const libraries = ["libtensorflow_cc.so.2", "libtensorflow_framework.so.2"].map((file) =>
    koffi.load(join(home, file)),
  );
  const Output_ = koffi.struct("TF_Output", { oper: "void*", index: "int" });
  const Buffer_ = koffi.struct("TF_Buffer", { data: "void*", length: "size_t", deallocator: "void*" });
  const functions = new Map<Name, Call>();
  const find = (name: Name): Call => {
    const known = functions.get(name);
    if (known) return known;
    for (const library of libraries) {
      try {
        const call: Call = library.func(declarations[name]);
        functions.set(name, call);
        return call;
      } catch {
        // The other library has it.
      }
    }
    throw new Error(`TensorFlow's libraries in ${home} have no function ${declarations[name]}`);
  };
  // koffi returns addresses as opaque objects.
  const make = (name: Name, ...values: Value[]): Pointer => find(name)(...values) as Pointer;
  const call = (name: Name, ...values: Value[]): number => find(name)(...values) as number;
  const hook = koffi.load(hookLibrary);
  const configure = hook.func("void workbook_step_config(const char*, const uint8_t*, size_t)");
  const status = make("newStatus");
  const check = (what: string): void => {
    if (call("code", status) !== 0) throw new Error(`${what}: ${String(find("message")(status))}`);
  };
  const view = (address: Pointer, length: number): Uint8Array => new Uint8Array(koffi.view(address, length));
  const contents = (what: string, buffer: Pointer): Uint8Array => {
    try {
      check(what);
      const { data, length } = koffi.decode(buffer, Buffer_) as { data: Pointer; length: number };
      return view(data, Number(length)).slice();
    } finally {
      call("deleteBuffer", buffer);
    }
  };
  return {
    /** Calls a function that returns nothing or a number. */
    call,
    /** Calls a function that returns an address. */
    make,
    /** Calls a function whose last parameter is a status. @throws TensorFlow's own message when it fails. */
    checked(what: string, name: Name, ...values: Value[]): Pointer {
      const result = make(name, ...values, status);
      check(what);
      return result;
    },
    /** Calls a function that returns text and whose last parameter is a status. */
    text(name: Name, ...values: Value[]): string {
      const result = find(name)(...values, status);
      check(name);
      return String(result);
    },
    /** Reads the bytes that TensorFlow writes into a TF_Buffer. */
    bytes(what: string, fill: (buffer: Pointer, status: Pointer) => void): Uint8Array {
      const buffer = make("newBuffer");
      fill(buffer, status);
      return contents(what, buffer);
    },
    /** Reads the TF_Buffer that a function returns, whose last parameter is a status. */
    returnedBytes: (name: Name, ...values: Value[]) => contents(name, make(name, ...values, status)),
    /** Reads the TF_Outputs that TensorFlow wrote one after another. */
    outputs: (written: Uint8Array) =>
      Array.from(
        { length: written.length / OUTPUT_BYTES },
        (_, index) => koffi.decode(written, index * OUTPUT_BYTES, Output_) as Output,
      ),
    /** A view of bytes at an address. */
    view,
    /** Sets how the function of a captured step is optimised, by a serialized ConfigProto; an empty one forgets the step. */
    configureStep: (step: string, config: Uint8Array): void => {
      configure(step, config, config.length);
    },
    /** The eager context that the npm package's binding made. */
    context: hook.func("void* workbook_context()")() as Pointer,
  };
}
