import { endianness } from "node:os";

/** Known architectures by Node's name: Linux's number of each, and its column in the tables below. */
const architectures: Partial<Record<string, { audit: number; column: 0 | 1 }>> = {
  x64: { audit: 0xc000003e, column: 0 },
  arm64: { audit: 0xc00000b7, column: 1 },
};

type Numbers = readonly [x64: number, arm64: number];

/** No call's number, where an architecture lacks a call. */
const none = 0xffffffff;

/** Refused calls. Numbers are from asm/unistd_64.h for x64 and asm-generic/unistd.h for arm64. */
export const refusedCalls: Readonly<Record<string, Numbers>> = {
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  memfd_create: [319, 279],
  shmget: [29, 194],
  shmat: [30, 196],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
  // Linux counts these for the whole machine or for a user: asynchronous I/O, watches of files.
  io_setup: [206, 0],
  inotify_init: [253, none],
  inotify_init1: [294, 26],
  inotify_add_watch: [254, 27],
  fanotify_init: [300, 262],
  // Compiled filters share the machine's memory for them, and bubblewrap needs some of that.
  seccomp: [317, 277],
  // These reach the machine's own files, disks, and log, although a sandbox can only read them.
  flock: [73, 32],
  sync: [162, 81],
  syncfs: [306, 267],
  syslog: [103, 116],
  quotactl: [179, 60],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  pidfd_getfd: [438, 438],
  mount_setattr: [442, 442],
  quotactl_fd: [443, 443],
  memfd_secret: [447, 447],
};

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. A network namespace does not isolate others, such as vsock. */
const families = [1, 2, 10, 16];

/** CLONE_NEW*: a process would have privileges in a new namespace. */
const namespaceFlags = 0x7e020000;

const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 };
const allow = 0x7fff0000;
const kill = 0x80000000;
const refuse = (error: number): number => 0x00050000 | error;

/** `ENOSYS` makes glibc fall back to clone, whose flags a filter can see. */
const clone3: Numbers = [435, 435];

/** One instruction of classic BPF. Codes: 0x20 loads, 0x15 jumps if equal, 0x35 if not less, 0x45 if a bit is set, 0x06 returns. */
type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/** Loads 32 bits of seccomp's data: the call's number at 0, the architecture at 4, the first argument at 16. */
const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const argument = (index: number): Instruction => load(16 + 8 * index);
const ret = (value: number): Instruction => [0x06, 0, 0, value];

const refused = (values: readonly number[], error = errno.EPERM): Instruction[] =>
  values.flatMap((value): Instruction[] => [[0x15, 0, 1, value], ret(refuse(error))]);
const refusedBits = (bits: number): Instruction[] => [[0x45, 0, 1, bits], ret(refuse(errno.EPERM))];

/** Refuses CLONE_THREAD without CLONE_FILES: nobody would count the descriptors of such a thread. */
const ownDescriptors: Instruction[] = [[0x45, 0, 2, 0x10000], [0x45, 1, 0, 0x400], ret(refuse(errno.EPERM))]; // prettier-ignore

/** Calls that are refused by their arguments. */
const byArguments: Readonly<Record<string, { numbers: Numbers; refusal: Instruction[] }>> = {
  clone: { numbers: [56, 220], refusal: [argument(0), ...refusedBits(namespaceFlags), ...ownDescriptors] },
  close_range: { numbers: [436, 436], refusal: [argument(2), ...refusedBits(2)] }, // CLOSE_RANGE_UNSHARE
  socket: {
    numbers: [41, 198],
    refusal: [
      argument(0),
      ...families.map((family, index): Instruction => [0x15, families.length - index, 0, family]),
      ret(refuse(errno.EAFNOSUPPORT)),
    ],
  },
  // Large pages are the machine's: MAP_HUGETLB.
  mmap: { numbers: [9, 222], refusal: [argument(3), ...refusedBits(0x40000)] },
  // Locks, leases, and notices reach files that are only shown; pages of pipes are counted for a user: F_SETLK, F_SETLKW,
  // F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ.
  fcntl: { numbers: [72, 25], refusal: [argument(1), ...refused([6, 7, 37, 38, 1024, 1026, 1031])] },
  // Filters, as above: PR_SET_SECCOMP, and SO_ATTACH_FILTER and SO_ATTACH_REUSEPORT_CBPF of SOL_SOCKET.
  prctl: { numbers: [157, 167], refusal: [argument(0), ...refused([22])] },
  setsockopt: { numbers: [54, 208], refusal: [argument(1), [0x15, 0, 5, 1], argument(2), ...refused([26, 51])] },
};

/** The numbers of calls that are refused by their arguments, or with another error. */
export const knownCalls: Readonly<Record<string, Numbers>> = {
  clone3,
  ...Object.fromEntries(Object.entries(byArguments).map(([name, { numbers }]) => [name, numbers])),
};

/** The architectures that a filter can be made for. */
export const knownArchitectures = Object.keys(architectures);

/**
 * A seccomp program for `bwrap --seccomp`. It refuses access to things that namespaces do not isolate (keyrings, vsock), to new
 * namespaces, to other processes, to memory that no limit counts (memfd, System V's), and to what Linux counts for a user or
 * for the whole machine.
 * @throws on an unknown architecture
 */
export function systemCallFilter(architecture: string = process.arch): Buffer {
  const known = architectures[architecture];
  if (!known || endianness() !== "LE") throw new Error(`There is no list of system calls for ${architecture}.`);
  const { audit, column } = known;
  const number = load(0);
  const program: Instruction[] = [
    load(4),
    [0x15, 1, 0, audit],
    ret(kill),
    number,
    // x86-64 has a second table of the same calls, with other numbers.
    ...(architecture === "x64" ? secondTable : []),
    ...refused([clone3[column]], errno.ENOSYS),
    ...refused(Object.values(refusedCalls).map((call) => call[column])),
    ...Object.values(byArguments).flatMap(({ numbers, refusal }): Instruction[] => [
      [0x15, 0, refusal.length + 1, numbers[column]], // other calls skip these
      ...refusal,
      number,
    ]),
    ret(allow),
  ];
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, whenTrue, whenFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  });
  return bytes;
}

const secondTable: Instruction[] = [[0x35, 0, 1, 0x40000000], ret(refuse(errno.EPERM))];
