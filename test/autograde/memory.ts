import { expect } from "vitest";
import { memoryGroup } from "../../lib/autograde/sandbox/memory-group";
import { printed, python, sandboxed, shell, statuses } from "./sandboxed";

export const GiB = 2 ** 30;

/** Cells that fill what no process's own memory shows. Each ends by itself, and a run's end ends it. */
export const fillers = {
  "stream sockets": sockets("SOCK_STREAM"),
  "datagram sockets with large buffers": sockets("SOCK_DGRAM"),
  "page tables": python(`
import mmap
size = 1 << 40
memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=mmap.PROT_READ)
memory.madvise(15) # ordinary pages
for at in range(0, size, 1 << 21):
    memory[at]`),
};

/** Twenty processes that fill pairs of sockets, and then wait. */
function sockets(kind: string): string {
  const fill = [
    "use Socket; use IO::Handle; my @kept;",
    `for (1..450) { socketpair(my $a, my $b, AF_UNIX, ${kind}, PF_UNSPEC) or last;`,
    "setsockopt($_, SOL_SOCKET, SO_SNDBUF, 4194304) for $a, $b;",
    '$a->blocking(0); my $x = "x" x 65536; 1 while syswrite($a, $x); push @kept, $a, $b }',
    "sleep 20",
  ].join(" ");
  return shell(`for i in $(seq 20); do perl -e '${fill.replaceAll("'", `'"'"'`)}' & done; wait`);
}

/** What its neighbour runs meanwhile, and what that prints. */
export const honest = `let sum = 0; for (const at of Array(60).keys()) { await new Promise((done) => setTimeout(done, 100)); sum += at } console.log(sum)`;
export const honestly = "1770\n";

const group = memoryGroup(GiB);
/** Why control groups are not tried; "" where they are. */
export const whyNoGroup = group === undefined ? " (no control group can be made here)" : "";
await group?.remove();

/** Runs a filler beside an honest neighbour, who does not notice. */
export async function expectItsOwnMemory(filler: string): Promise<void> {
  const limits = { memoryBytes: GiB / 2, diskBytes: 2 ** 26, descriptors: 20_000 };
  const [hostile, beside] = await Promise.all([sandboxed([filler], limits), sandboxed([honest])]);
  expect(hostile.end).toMatchObject({
    kind: "memory",
    message: expect.stringContaining("more than 512 MiB of memory") as string,
  });
  expect([beside.end.kind, statuses(beside), printed(beside)]).toEqual(["finished", ["ok"], [honestly]]);
}
