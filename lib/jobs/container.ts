import { existsSync } from "node:fs";
import type { Job } from "./job";
import { expandPath, type Site } from "./site";

/** The workbook's folder in the image (container/Containerfile). */
export const inContainer = "/opt/parallel-training";

/** A folder of the node that a job sees in its container: the script's variable with its path, and its place inside. */
interface Mount {
  variable: string;
  inside: string;
}

// The image has these folders (container/steps.sh): Charliecloud mounts on nothing else, and so an image can be read-only.
const jobFolder: Mount = { variable: "job", inside: "/mnt/job" };
const dataFolder: Mount = { variable: "WORKBOOK_DATA_DIR", inside: "/mnt/data" };
const kernelCache: Mount = { variable: "CUDA_CACHE_PATH", inside: "/mnt/kernels" };

interface Runtime {
  /** How to run a container, where the site's settings do not say it. */
  command: string;
  /** Lines of the script before it runs. */
  before: string[];
  /** Its flags. */
  flags: string[];
  /** More of them for the workbook's own image. */
  ownFlags: string[];
  /** Its flags for a job that has. */
  gpuFlags: string[];
  /** More of them for a program that reads its standard input, writes to descriptor 3, and ends on a signal. */
  pipeFlags: string[];
  /** Its flags that mount these folders. */
  mount: (mounts: Mount[]) => string[];
  /** Its flag that mounts a folder under its own path. */
  folder: (path: string) => string;
  /** What separates the image from the program. */
  separator: string[];
  /** The command that makes an image in a file or folder; undefined where images lie in the runtime's own store. */
  build?: string;
}

const each = (flag: string) => (mounts: Mount[]) => mounts.map((mount) => `${flag}="${pair(mount)}"`);
const pair = ({ variable, inside }: Mount) => `$${variable}:${inside}`;

const needsNoFlags = { before: [], flags: [], ownFlags: [], gpuFlags: [], pipeFlags: [], separator: [] };

const runtimes: Record<Site["container"]["runtime"], Runtime> = {
  apptainer: {
    ...needsNoFlags,
    command: "apptainer exec",
    gpuFlags: ["--nv"],
    mount: (mounts) => [`--bind "${mounts.map(pair).join(",")}"`],
    folder: (path) => `--bind=${path}`,
    build: "apptainer build parallel-training.sif container/parallel-training.def",
  },
  charliecloud: {
    ...needsNoFlags, // for GPUs, `ch-fromhost --nvidia` has put the driver's libraries into the image
    command: "ch-run",
    before: ['export USER="${USER:-$(id -un)}" # ch-run asks for it'],
    mount: each("--bind"),
    folder: (path) => `--bind=${path}:${path}`,
    separator: ["--"],
    build: "mkdir FOLDER && podman export $(podman create parallel-training) | tar -x -C FOLDER",
  },
  // The node's network, host name, memory and environment, as the other two have them. User 0 inside is the job's own account.
  podman: {
    ...needsNoFlags,
    // Without a control group of its own the container stays in the job's, and ends with it.
    command: "podman run --cgroups=disabled",
    flags: [...["--rm", "--network=host", "--ipc=host", "--env-host", "--user=0"], "--security-opt=label=disable"],
    ownFlags: [`--entrypoint='["/usr/bin/tini","--"]'`],
    gpuFlags: ["--device=nvidia.com/gpu=all"],
    // Process 1 of a container is deaf to most signals: --init puts one before the program that passes them on.
    pipeFlags: ["--interactive", "--preserve-fds=1", "--init"],
    mount: each("--volume"),
    folder: (path) => `--volume=${path}:${path}`,
  },
};

/** Lines of a job's script that come before {@link contained}; none where the site has no container. */
export const beforeContainer = ({ container }: Site): string[] =>
  container.image === ""
    ? []
    : ['mkdir -p "$WORKBOOK_DATA_DIR" # the container mounts it', ...runtimes[container.runtime].before];

/**
 * The words that run a command in the site's container, as lines of a job's script.
 * @param command the command's own lines
 * @param job whether it has GPUs, and whether it keeps checkpoints
 */
export function contained(
  command: string[],
  { container }: Site,
  { gpus, checkpoints, checkpointEvery }: { gpus: boolean; checkpoints: boolean } & Pick<Job, "checkpointEvery">,
): string[] {
  const runtime = runtimes[container.runtime];
  const { flags, ownFlags, gpuFlags } = runtime;
  const start = [container.command || runtime.command, ...flags, ...ownFlags, ...(gpus ? gpuFlags : [])];
  const mounts = [jobFolder, dataFolder, ...(gpus ? [kernelCache] : [])];
  const variables = [
    "PATH=/usr/local/bin:/usr/bin:/bin", // not the node's
    `WORKBOOK_RECORD=${jobFolder.inside}/run.json`,
    ...(checkpoints ? [`WORKBOOK_CHECKPOINT=${jobFolder.inside}/checkpoint`] : []),
    ...(checkpointEvery === undefined ? [] : [`WORKBOOK_CHECKPOINT_EVERY=${checkpointEvery}`]),
    ...mounts.filter((mount) => mount !== jobFolder).map(({ variable, inside }) => `${variable}=${inside}`),
  ];
  return [
    start.join(" "),
    ...runtime.mount(mounts),
    // Double quotes, so that the shell still expands variables, as in $HOME/workbook.sif.
    [`"${container.image}"`, ...runtime.separator].join(" "),
    `/usr/bin/env ${variables.join(" ")}`,
    ...command,
  ];
}

/** What a command needs in an image of the site's own. */
export interface InImage {
  /** What it sees of the node, under the same paths. */
  folders?: readonly string[];
  gpu?: boolean;
  /** Whether it reads its standard input, writes to descriptor 3, and ends when the command that runs it gets a SIGTERM. */
  pipes?: boolean;
}

/** The words, without a shell, that run a command in an image of the site's own. */
export function inImage(
  image: string,
  { container }: Site,
  command: readonly string[],
  { folders = [], gpu = false, pipes = false }: InImage = {},
): string[] {
  const runtime = runtimes[container.runtime];
  return [
    ...(container.command || runtime.command).split(/\s+/),
    ...[...runtime.flags, ...(gpu ? runtime.gpuFlags : []), ...(pipes ? runtime.pipeFlags : [])],
    ...folders.map(runtime.folder),
    ...[expandPath(image), ...runtime.separator],
    ...command,
  ];
}

/** @throws one line when the image that the site's settings name is not there */
export function checkContainer({ container }: Site): void {
  const { build } = runtimes[container.runtime];
  const image = expandPath(container.image);
  if (image === "" || build === undefined || image.includes("://") || existsSync(image)) return;
  throw new Error(
    `The site's settings name the container ${image}, which does not exist: build it by \`${build}\`, or correct container.image.`,
  );
}
