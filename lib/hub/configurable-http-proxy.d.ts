// The part of configurable-http-proxy 5 that lib/hub/proxy.ts uses; the package has no types.

declare module "configurable-http-proxy" {
  import type { IncomingMessage, Server } from "node:http";
  import type { Agent } from "node:https";
  import type { TlsOptions } from "node:tls";

  export interface Target {
    prefix: string;
    target: string;
  }

  export interface ProxyOptions {
    target: URL;
    secure: boolean;
    agent?: Agent;
  }

  export class ConfigurableProxy {
    constructor(options: {
      log: unknown;
      authToken: string;
      errorTarget: string;
      hostRouting: boolean;
      includePrefix: boolean;
      prependPath: boolean;
      xfwd: boolean;
      ssl: TlsOptions;
      apiSsl: TlsOptions;
      clientSsl: TlsOptions;
    });
    readonly _routes: { get(prefix: string): Promise<Record<string, unknown> | undefined> };
    readonly proxyServer: Server;
    readonly apiServer: Server;
    targetForReq(request: IncomingMessage): Promise<Target | undefined>;
    proxyOptsForTarget(target: URL): ProxyOptions;
  }
}

declare module "configurable-http-proxy/lib/log.js" {
  export function defaultLogger(options: { level: string }): unknown;
}
