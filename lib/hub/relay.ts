import { connect, type Server } from "node:net";

// Carries connections to the hub's address on this machine into the network of the local cluster's head, where the proxy
// listens on the same address. It runs in that network and gets the socket that listens outside from its parent. The traffic
// is encrypted from the browser to the proxy.

process.once("message", ({ address, port }: { address: string; port: number }, server: Server) => {
  server.on("connection", (outside) => {
    const inside = connect(port, address);
    outside.pipe(inside).pipe(outside);
    for (const [end, other] of [
      [outside, inside],
      [inside, outside],
    ]) {
      end.setNoDelay(true);
      end.on("error", () => other.destroy());
      end.on("close", () => other.destroy());
    }
  });
  process.send?.("ready", () => process.disconnect());
});
