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
  const [name] = Object.entries(interfaces).find(([, addresses = []]) =>
    addresses.some(({ address, internal }) => address === listenOn && !internal),
  ) ?? [undefined];
  // NCCL takes a bare name for the beginning of several names.
  if (name !== undefined) environment.NCCL_SOCKET_IFNAME ??= `=${name}`;
}
