import { readErrors, type ProfileLine } from "./x-space";

/** What administrators set so that everybody may profile GPUs. */
export const PROFILING_FOR_ALL =
  "NVreg_RestrictProfilingToAdminUsers=0, an option of the NVIDIA driver's kernel module";
const REMEDY = `NVIDIA's driver lets only administrators profile GPUs here. They can allow everybody to with ${PROFILING_FOR_ALL}`;

/** The streams of the GPUs in a profile. */
export function streamsOf(lines: readonly ProfileLine[]): ProfileLine[] {
  return lines.filter(({ plane, name }) => plane.startsWith("/device:GPU:") && name.startsWith("Stream"));
}

/**
 * Why a profile has no events of GPUs, in one line, where TensorFlow's GPU tracer wrote that into it (ErrorIfAny in XLA's
 * cupti_tracer.cc). It traces GPUs by NVIDIA's library CUPTI, which may not be there or not be allowed.
 */
export function whyWithoutGpus(profile: Uint8Array): string | undefined {
  const [error] = readErrors(profile).filter((text) => text.includes("libcupti"));
  if (error === undefined) return undefined;
  return `The profile has no events of the GPUs: ${/privilege/i.test(error) ? REMEDY : error}.`;
}

/** The same for a profile that must have such events: CUPTI may also refuse without a word in the profile. */
export function missingGpus(profile: Uint8Array, lines: readonly ProfileLine[]): string | undefined {
  if (streamsOf(lines).length > 0) return undefined;
  return whyWithoutGpus(profile) ?? `The profile has no events of the GPUs. Most often ${REMEDY}.`;
}
