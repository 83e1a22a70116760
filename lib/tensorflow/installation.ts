import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workbookRoot } from "../system/workbook";

/** The TensorFlow that set-up installed, as set-up describes it in `.workbook/tensorflow.json`. */
export interface Installation {
  /** The folder `tensorflow/` that holds `libtensorflow_cc.so.2` and `libtensorflow_framework.so.2`. */
  home: string;
  /** TensorFlow's version, for example `2.20.0`. */
  version: string;
  /** Whether the libraries were chosen for GPUs. */
  device: "cpu" | "gpu";
}

/**
 * Reads set-up's description of the installed TensorFlow.
 * @param root the folder of the release that uses it.
 * @throws when set-up has not run; the message says which command runs it.
 */
export function installation(root = workbookRoot): Installation {
  const file = join(root, ".workbook", "tensorflow.json");
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Installation;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new Error(`TensorFlow is not set up (no ${file}). Run \`npm start\` once.`);
    throw new Error(`It cannot be read which TensorFlow is set up: ${message}. \`./workbook doctor\` may tell more.`);
  }
}

/** The hook library, see native/hook.cc. */
export const hookLibrary = join(workbookRoot, ".workbook", "native", "libworkbook_hook.so");

/** Our ops, see native/ops.cc. */
export const opsLibrary = join(workbookRoot, ".workbook", "native", "libworkbook_ops.so");

/** The npm package's own binding, compiled by set-up. */
export const bindingLibrary = join(workbookRoot, ".workbook", "native", "tfjs_binding.node");
