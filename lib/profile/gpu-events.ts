import { readErrors, type ProfileLine } from "./x-space";

const REMEDY =
  "NVIDIA's driver lets only administrators profile GPUs here. They can allow it to everybody by the option " +
  "NVreg_RestrictProfilingToAdminUsers=0 of its kernel module";

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
