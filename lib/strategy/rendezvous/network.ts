import { networkInterfaces } from "node:os";

/**
 * Has NCCL use the network on which this process's TensorFlow listens, unless a user has chosen one: by itself NCCL takes the first
 * that it finds, which may not join the nodes. Nothing is set where the processes share a machine (the loopback).
 * @param listenOn The IPv4 address.
 */
export function useNetworkOf(
  listenOn: string,
  environment: Record<string, string | undefined> = process.env,
  interfaces = networkInterfaces(),
): void {
  const found = interfaceOf(listenOn, interfaces);
  // NCCL takes a bare name for the beginning of several names.
  if (found && !found.internal) environment.NCCL_SOCKET_IFNAME ??= `=${found.name}`;
}

/** The network interface that has this IPv4 address, and whether it is the loopback. */
export function interfaceOf(ipv4: string, interfaces = networkInterfaces()) {
  const all = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses.map(({ address, internal }) => ({ name, address, internal })),
  );
  return all.find(({ address }) => address === ipv4);
}
