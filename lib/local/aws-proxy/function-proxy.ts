import type { FunctionSettings, Hosts, ProxySettings } from "../invoke";
import { AwsProxy, type AwsProxyOptions } from "./aws-proxy";

/** Starts the proxy when an app has a function that needs it. */
export class FunctionProxy {
  private proxy: Promise<AwsProxy> | undefined;

  constructor(private readonly options: AwsProxyOptions) {}

  /** Undefined for an app without such programs. */
  async settingsFor(
    functions: readonly Pick<FunctionSettings, "runtime">[],
    hosts: Hosts,
  ): Promise<ProxySettings | undefined> {
    if (!functions.some(({ runtime }) => runtime?.startsWith("provided"))) return undefined;
    this.proxy ??= AwsProxy.start(this.options);
    const proxy = await this.proxy;
    proxy.serve(hosts);
    return proxy.settings;
  }

  async close(): Promise<void> {
    await (await this.proxy)?.close();
  }
}
