import type { NetworkInterfaceInfo } from "node:os";
import { expect, it } from "vitest";
import { useNetworkOf } from "../../../lib/strategy/rendezvous";

const at = (address: string, internal = false): NetworkInterfaceInfo[] => [
  { address, internal, netmask: "255.255.255.0", family: "IPv4", mac: "00:00:00:00:00:00", cidr: null },
];
const interfaces = { lo: at("127.0.0.1", true), eth0: at("10.0.0.3"), ib0: at("192.168.7.3"), ib0x: at("10.9.0.1") };

it("NCCL takes the network on which TensorFlow listens, by its whole name", () => {
  const environment = {};
  useNetworkOf("192.168.7.3", environment, interfaces);
  expect(environment).toEqual({ NCCL_SOCKET_IFNAME: "=ib0" });
});

it("a user's choice stays, and on one machine there is nothing to choose", () => {
  const chosen = { NCCL_SOCKET_IFNAME: "hsn" };
  useNetworkOf("192.168.7.3", chosen, interfaces);
  expect(chosen).toEqual({ NCCL_SOCKET_IFNAME: "hsn" });
  for (const address of ["127.0.0.1", "10.1.1.1"]) {
    const environment = {};
    useNetworkOf(address, environment, interfaces);
    expect(environment).toEqual({});
  }
});
