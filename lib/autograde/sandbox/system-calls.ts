import { endianness } from "node:os";

/** Linux's number for an architecture, and its numbers for system calls that have others elsewhere. */
interface Architecture {
  audit: number;
  clone: number;
  socket: number;
  denied: readonly number[];
}

// From Linux's tables of system calls, in this order: keyctl add_key request_key unshare setns mount umount2 pivot_root
// chroot bpf perf_event_open userfaultfd ptrace process_vm_readv process_vm_writev kcmp memfd_create shmget shmat msgget
// semget mq_open quotactl.
const architectures: Partial<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    socket: 41,
    denied: [
      250, 248, 249, 272, 308, 165, 166, 155, 161, 321, 298, 323, 101, 310, 311, 312, 319, 29, 30, 68, 64, 240, 179,
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    socket: 198,
    denied: [
      219, 217, 218, 97, 268, 40, 39, 41, 51, 280, 241, 282, 117, 270, 271, 272, 279, 194, 196, 186, 190, 180, 60,
    ],
  },
};

// The same everywhere: io_uring_setup/enter/register, open_tree, move_mount, fsopen, fsconfig, fsmount, fspick,
// pidfd_getfd, mount_setattr, memfd_secret.
const deniedEverywhere = [425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442, 447];
const clone3 = 435;

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. Others, as vsock, are not kept apart by a network namespace. */
const families = [1, 2, 10, 16];

/** CLONE_NEW*: namespaces, in which a process would have rights. */
const namespaceFlags = 0x7e020000;

const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 };
const allow = 0x7fff0000;
const kill = 0x80000000;
const refuse = (error: number): number => 0x00050000 | error;

/** One instruction of classic BPF. Codes: 0x20 loads, 0x15 jumps if equal, 0x35 if not less, 0x45 if a bit is set, 0x06 returns. */
type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/** The architectures whose system calls are known here. */
export const knownArchitectures = Object.keys(architectures);

/**
 * A seccomp program for `bwrap --seccomp`: refuses what lies outside of namespaces (keyrings, vsock), what would make new
 * ones, looks into other processes, and memory that no limit counts (memfd, System V's).
 * @throws on an architecture that is not known here
 */
export function systemCallFilter(architecture: string = process.arch): Buffer {
  const known = architectures[architecture];
  if (!known || endianness() !== "LE") throw new Error(`There is no list of system calls for ${architecture}.`);
  const { audit, clone, socket, denied } = known;
  const number = load(0);
  const firstArgument = load(16);
  const program: Instruction[] = [
    load(4),
    [0x15, 1, 0, audit],
    back(kill),
    number,
    // x86-64's second table, with other numbers for the same calls
    ...(architecture === "x64" ? secondTable : []),
    // glibc then takes clone, whose flags can be seen here
    ...refused([clone3], errno.ENOSYS),
    ...refused([...denied, ...deniedEverywhere], errno.EPERM),
    // clone: skip what follows for others
    [0x15, 0, 3, clone],
    firstArgument,
    [0x45, 0, 1, namespaceFlags],
    back(refuse(errno.EPERM)),
    number,
    [0x15, 0, families.length + 2, socket],
    firstArgument,
    ...families.map((family, at): Instruction => [0x15, families.length - at, 0, family]),
    back(refuse(errno.EAFNOSUPPORT)),
    back(allow),
  ];
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, whenTrue, whenFalse, value], at) => {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(whenTrue, at * 8 + 2);
    bytes.writeUInt8(whenFalse, at * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
  });
  return bytes;
}

/** Loads 32 bits of what seccomp shows: at 0 the number, at 4 the architecture, at 16 the first argument. */
const load = (at: number): Instruction => [0x20, 0, 0, at];
const back = (value: number): Instruction => [0x06, 0, 0, value];

const secondTable: Instruction[] = [[0x35, 0, 1, 0x40000000], back(refuse(errno.EPERM))];

function refused(numbers: readonly number[], error: number): Instruction[] {
  return numbers.flatMap((each): Instruction[] => [[0x15, 0, 1, each], back(refuse(error))]);
}
