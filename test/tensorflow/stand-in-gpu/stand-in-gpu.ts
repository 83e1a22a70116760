import { execFileSync } from "node:child_process";
import { join } from "node:path";
import koffi from "koffi";
import { installation } from "../../../lib/tensorflow/installation";
import { workbookRoot } from "../../../lib/system/workbook";
import { compiler } from "../../../setup/platform.mjs";
import { searchedAtRunTime } from "../../../setup/steps/addon.mjs";
import { temporaryFolder } from "../../temporary";

/** A GPU whose work goes on by itself, when it is allowed to; device.cc says which ops it has. */
export interface StandInGpu {
  /** How many kernels it was told to run. */
  launched(): number;
  /** How many of them have ended. */
  done(): number;
  /** Lets so many of them run, counted from the first. */
  allow(kernels: number): void;
}

/** Gives this process one such GPU, or several. Call it before TensorFlow starts. */
export function standInGpu(gpus = 1): StandInGpu {
  process.env.STAND_IN_GPUS = String(gpus);
  const { home, include } = installation() as ReturnType<typeof installation> & { include: string };
  const library = join(temporaryFolder("stand-in-gpu"), "device.so");
  const source = join(workbookRoot, "test", "tensorflow", "stand-in-gpu", "device.cc");
  const tensorflow = ["libtensorflow_cc.so.2", "libtensorflow_framework.so.2"];
  const links = ["-L", home, ...tensorflow.map((name) => `-l:${name}`), ...searchedAtRunTime(home)];
  execFileSync(compiler()!, ["-std=c++17", "-fPIC", "-shared", "-I", include, source, ...links, "-o", library]);
  const api = koffi.load(join(home, tensorflow[0]));
  const status = (koffi.load(join(home, tensorflow[1])).func("void* TF_NewStatus()") as () => object)();
  const loaded: unknown = api.func("void* TF_LoadPluggableDeviceLibrary(const char*, void*)")(library, status);
  if (loaded === null) throw new Error(`TensorFlow did not take ${library}.`);
  const own = koffi.load(library);
  return {
    launched: own.func("int stand_in_launched()"),
    done: own.func("int stand_in_done()"),
    allow: own.func("void stand_in_allow(int)"),
  };
}
