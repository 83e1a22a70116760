import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent } from "node:https";
import { parseArgs } from "node:util";
import type { PeerCertificate } from "node:tls";
import type { ProxyOptions, Target } from "configurable-http-proxy";

// The hub's proxy: JupyterHub starts this program instead of configurable-http-proxy, to which it adds one check. A server
// that ended frees its port, and another user's program on that node could take the port before the hub notices. So a user's
// route leads only to a server with this user's certificate, and other routes only to the hub.

const words = [
  ...["ip", "port", "api-ip", "api-port", "error-target", "log-level", "ssl-key", "ssl-cert"],
  ...["api-ssl-key", "api-ssl-cert", "api-ssl-ca", "client-ssl-key", "client-ssl-cert", "client-ssl-ca"],
];
const switches = ["api-ssl", "client-ssl"].flatMap((name) => [`${name}-request-cert`, `${name}-reject-unauthorized`]);

/** The flag for a hub where each user has a host name below the hub's. */
const hosts = "host-routing";

/** Reads JupyterHub's arguments. They must name certificates for both sides, or the proxy does not start. */
function read(): { text(name: string): string; file(name: string): Buffer; hostRouting: boolean } {
  const options = Object.fromEntries<{ type: "string" | "boolean" }>([
    ...words.map((name): [string, { type: "string" }] => [name, { type: "string" }]),
    ...[...switches, hosts].map((name): [string, { type: "boolean" }] => [name, { type: "boolean" }]),
  ]);
  const values = new Map(Object.entries(parseArgs({ options }).values));
  const text = (name: string) => {
    const value = values.get(name);
    if (typeof value === "string" && value !== "") return value;
    throw new Error(`The hub's proxy needs --${name}: JupyterHub must run with internal_ssl and a certificate.`);
  };
  return { text, file: (name) => readFileSync(text(name)), hostRouting: values.get(hosts) === true };
}

async function main(): Promise<void> {
  const { ConfigurableProxy } = await import("configurable-http-proxy");
  const { defaultLogger } = await import("configurable-http-proxy/lib/log.js");
  const { text, file, hostRouting } = read();
  const token = process.env.CONFIGPROXY_AUTH_TOKEN;
  if (!token) throw new Error("The hub's proxy needs a token in CONFIGPROXY_AUTH_TOKEN.");

  const tls = (name: string) => ({
    key: file(`${name}-key`),
    cert: file(`${name}-cert`),
    minVersion: "TLSv1.2" as const,
  });
  const client = { ...tls("client-ssl"), ca: certificates(file("client-ssl-ca")) };

  class CheckingProxy extends ConfigurableProxy {
    private readonly agents = new Map<string, Agent>();

    override async targetForReq(request: IncomingMessage): Promise<Target | undefined> {
      const target = await super.targetForReq(request);
      if (target === undefined) return undefined;
      const { user } = (await this._routes.get(target.prefix)) ?? {};
      // proxyOptsForTarget sees only the URL, so the user's name travels in it.
      const url = new URL(target.target);
      url.username = typeof user === "string" ? user : "";
      return { ...target, target: url.href };
    }

    override proxyOptsForTarget(target: URL): ProxyOptions {
      const user = decodeURIComponent(target.username);
      target.username = "";
      return {
        ...super.proxyOptsForTarget(target),
        agent: this.agentFor(user === "" ? "hub-internal" : `user-${user}`),
      };
    }

    private agentFor(name: string): Agent {
      const agent = this.agents.get(name) ?? new Agent({ keepAlive: true, ...client, ...identity(name) });
      this.agents.set(name, agent);
      return agent;
    }
  }

  const proxy = new CheckingProxy({
    log: defaultLogger({ level: text("log-level").toLowerCase() }),
    authToken: token,
    errorTarget: text("error-target"),
    hostRouting,
    includePrefix: true,
    prependPath: true,
    xfwd: true,
    ssl: tls("ssl"),
    apiSsl: { ...tls("api-ssl"), ca: certificates(file("api-ssl-ca")), requestCert: true, rejectUnauthorized: true },
    clientSsl: client,
  });
  proxy.proxyServer.listen(Number(text("port")), text("ip"));
  proxy.apiServer.listen(Number(text("api-port")), text("api-ip"));
}

/** The options with which an agent trusts only the certificate of this name, whatever the node. */
const identity = (name: string) => ({
  // Node would otherwise ask for the host name of the browser's request.
  servername: "",
  checkServerIdentity: (_host: string, { subject }: PeerCertificate) =>
    subject.CN === name ? undefined : new Error(`The route is for ${name}, and ${subject.CN} answers.`),
});

const certificates = (file: Buffer): string[] =>
  file.toString().match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g) ?? [];

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
