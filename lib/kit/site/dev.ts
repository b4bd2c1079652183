import { Lazy, TerraformOutput } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { Stack } from "../app";
import { checkKeys } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { TerraformData } from "../core/terraform/terraform-data";
import { fail } from "./errors";
import { type SiteBaseProps, type SiteDevProps, siteDevKeys } from "./props";

/** Refuses a development server that cannot be started or reached. */
export function checkDev(site: IConstruct, dev: SiteDevProps | undefined): void {
  if (dev === undefined) return;
  checkKeys(site, "dev", dev, siteDevKeys);
  if (dev.command === undefined || dev.command === "") {
    fail(site, "prop-required", "dev.command", { remedy: 'Write what starts it: command: "npm run dev".' });
  }
  if (!isLocalUrl(dev.url)) {
    const expected = 'the URL at which it listens on this machine: "http://localhost:5173"';
    refuseValue(site, "dev.url", dev.url, expected);
  }
}

function isLocalUrl(url: unknown): boolean {
  if (typeof url !== "string" || !URL.canParse(url)) return false;
  const { protocol, hostname, pathname } = new URL(url);
  return protocol === "http:" && pathname === "/" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether the configuration is for `serverform local`, which deploys nothing. */
export function isOnThisMachine(site: IConstruct): boolean {
  const { app } = Stack.of(site);
  return app.local && app.live === undefined;
}

/** Whether `serverform local` runs the development server in place of the built site. */
export function isServedByDev(site: IConstruct, { dev }: SiteBaseProps): boolean {
  return dev !== undefined && isOnThisMachine(site);
}

/** Whether `serverform start` deploys a placeholder in place of the site. */
export function isPlaceholder(site: IConstruct, { disablePlaceholder = false }: SiteBaseProps): boolean {
  return Stack.of(site).app.live !== undefined && !disablePlaceholder;
}

interface DevelopedSite {
  readonly distributionId: string;
  readonly folder: string;
  /** Name of the function whose variables and permissions the development server has. @default - only `environment` */
  readonly serverName: string | undefined;
}

/**
 * Tells `serverform local` about the development server of a site. Nothing of it is deployed: it is only in the configuration
 * for this machine.
 */
export function describeDev(
  site: Construct,
  props: SiteBaseProps,
  { distributionId, folder, serverName }: DevelopedSite,
): void {
  const { dev, environment = {} } = props;
  if (dev === undefined || !isServedByDev(site, props)) return;
  const { command, url } = dev;
  const input = { site: distributionId, folder, command, url, environment, function: serverName };
  new TerraformData(site, "Dev", input);
}

/** Names of the outputs that describe sites to `serverform start`. The command line knows them by it. */
const environmentOutput = "site-environment-";

/**
 * Tells `serverform start` the environment of a site with its deployed values, for `serverform env`.
 *
 * @param variables - those of its server beside `environment`; more of them may be added before the synthesis
 */
export function outputEnvironment(
  site: Construct,
  { path, environment = {} }: SiteBaseProps,
  variables: Readonly<Record<string, string>> = {},
): void {
  const { app } = Stack.of(site);
  if (app.live === undefined || Object.keys({ ...variables, ...environment }).length === 0) return;
  const value = Lazy.anyValue({ produce: () => ({ path, environment: { ...variables, ...environment } }) });
  const output = new TerraformOutput(site, "Environment", { value });
  output.overrideLogicalId(`${environmentOutput}${site.node.addr}`);
}
