/** A network of so many hosts, as SimGrid reads it. */
export interface Platform {
  xml: string;
  /** The hosts' names; those of a node follow each other. */
  hosts: string[];
}

/** The networks that are simulated. */
export const topologyNames = ["star", "fat tree", "torus", "dragonfly", "nodes of 8"] as const;
export type TopologyName = (typeof topologyNames)[number];

/** Every link, in each direction. */
export interface LinkSpeed {
  bytesPerSecond: number;
  /** From one host to another through a switch, which is two links. */
  hopSeconds: number;
}

/** How much faster devices of a node are joined than nodes, each of which has this many. */
export const DEVICES_OF_NODE = 8;

/** Groups, chassis in a group, routers in a chassis, and hosts of a router. SimGrid 3.32 fails with more groups than routers in a chassis. */
const dragonflies: Partial<Record<number, [number, number, number, number]>> = {
  16: [2, 2, 2, 2],
  64: [4, 2, 4, 2],
  256: [4, 4, 4, 4],
  1024: [4, 4, 8, 8],
  4096: [8, 8, 8, 8],
};

/**
 * A network. `star`: one switch, whose inside is never full. `fat tree`: switches of 16 hosts with as many links up as down. `torus`: three
 * dimensions, no switches. `dragonfly`: groups of routers, with one link between each two groups. `nodes of 8`: devices whose links are
 * those of `inside`, in nodes joined by a switch; the link of a node carries the bytes of all its devices.
 * @param hosts 16, 64, 256, 1024 or 4096.
 */
export function platformOf(
  name: TopologyName,
  hosts: number,
  { between, inside }: { between: LinkSpeed; inside: LinkSpeed },
): Platform {
  const names = Array.from({ length: hosts }, (_, host) => `h${host}`);
  if (name === "nodes of 8") return { xml: document(nodes(hosts, between, inside)), hosts: names };
  return { xml: document(cluster("hosts", [0, hosts - 1], between, topology(name, hosts))), hosts: names };
}

function topology(name: Exclude<TopologyName, "nodes of 8">, hosts: number): string {
  switch (name) {
    case "star":
      return "";
    case "fat tree":
      return `topology="FAT_TREE" topo_parameters="2;16,${hosts / 16};1,16;1,1"`;
    case "torus": {
      const power = Math.log2(hosts);
      const first = 2 ** Math.floor(power / 3);
      const second = 2 ** Math.floor((power - Math.floor(power / 3)) / 2);
      return `topology="TORUS" topo_parameters="${first},${second},${hosts / first / second}"`;
    }
    case "dragonfly": {
      const sizes = dragonflies[hosts];
      if (!sizes)
        throw new Error(
          `A dragonfly of ${hosts} hosts is not built here: take ${Object.keys(dragonflies).join(", ")}.`,
        );
      const [groups, chassis, routers, leaves] = sizes;
      return `topology="DRAGONFLY" topo_parameters="${groups},1;${chassis},1;${routers},1;${leaves}"`;
    }
  }
}

function nodes(hosts: number, between: LinkSpeed, inside: LinkSpeed): string {
  const count = hosts / DEVICES_OF_NODE;
  const all = Array.from({ length: count }, (_, node) => node);
  const first = (node: number) => DEVICES_OF_NODE * node;
  const zones = all.map((node) => cluster(`n${node}`, [first(node), first(node) + DEVICES_OF_NODE - 1], inside));
  const links = all.map(
    (node) =>
      `<link id="l${node}" bandwidth="${between.bytesPerSecond}Bps" latency="${between.hopSeconds / 2}s" sharing_policy="SPLITDUPLEX"/>`,
  );
  const routes = all.flatMap((from) =>
    all
      .filter((to) => to > from)
      .map(
        (to) =>
          `<zoneRoute src="n${from}" dst="n${to}" gw_src="hn${from}_router" gw_dst="hn${to}_router"><link_ctn id="l${from}" direction="UP"/><link_ctn id="l${to}" direction="DOWN"/></zoneRoute>`,
      ),
  );
  return `<zone id="all" routing="Full">${[...zones, ...links, ...routes].join("")}</zone>`;
}

function cluster(
  id: string,
  [from, to]: [number, number],
  { bytesPerSecond, hopSeconds }: LinkSpeed,
  more = "",
): string {
  return `<cluster id="${id}" prefix="h" suffix="" radical="${from}-${to}" speed="1Gf" bw="${bytesPerSecond}Bps" lat="${hopSeconds / 2}s" sharing_policy="SPLITDUPLEX" ${more}/>`;
}

const document = (body: string): string =>
  `<?xml version="1.0"?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd"><platform version="4.1">${body}</platform>`;
