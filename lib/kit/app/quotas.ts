import type { IConstruct } from "constructs";
import { checkInteger, checkKeys, propKeys } from "../core/checks/check";
import { quotas } from "../core/quotas";
import { fail } from "./errors";
import { appOf } from "./scope/owner";

/** Quotas that AWS has raised for the account or for one API. Each counts for the whole app. */
export interface AppQuotas {
  /** @default 300 */
  readonly routesPerHttpApi?: number | undefined;
  /** @default 10 */
  readonly authorizersPerHttpApi?: number | undefined;
  /** @default 10 */
  readonly stagesPerHttpApi?: number | undefined;
  /** @default 300 */
  readonly routesPerWebSocketApi?: number | undefined;
  /**
   * Parts of paths: `/notes/{id}` is two.
   *
   * @default 300
   */
  readonly resourcesPerRestApi?: number | undefined;
  /** @default 10 */
  readonly authorizersPerRestApi?: number | undefined;
  /** @default 50 */
  readonly namespacesPerEventsApi?: number | undefined;
  /** @default 20 */
  readonly globalIndexesPerTable?: number | undefined;
  /** @default 5 */
  readonly targetsPerEventRule?: number | undefined;
  /**
   * Routes of a site, and one for the site itself.
   *
   * @default 75
   */
  readonly behaviorsPerDistribution?: number | undefined;
  /**
   * Domains of a site.
   *
   * @default 100
   */
  readonly aliasesPerDistribution?: number | undefined;
  /**
   * Characters of a pattern as JSON.
   *
   * @default 2048
   */
  readonly eventPatternLength?: number | undefined;
  /**
   * Managed policies of the role of a function, into which its permissions are split where they are many.
   *
   * @default 10
   */
  readonly managedPoliciesPerRole?: number | undefined;
}

const quotaKeys = propKeys<AppQuotas>()({
  routesPerHttpApi: "number",
  authorizersPerHttpApi: "number",
  stagesPerHttpApi: "number",
  routesPerWebSocketApi: "number",
  resourcesPerRestApi: "number",
  authorizersPerRestApi: "number",
  namespacesPerEventsApi: "number",
  globalIndexesPerTable: "number",
  targetsPerEventRule: "number",
  behaviorsPerDistribution: "number",
  aliasesPerDistribution: "number",
  eventPatternLength: "number",
  managedPoliciesPerRole: "number",
});

/** Above the possible maximum of all quotas. */
const most = 1_000_000;

/** Refuses quotas that AWS does not raise, and numbers below the default of AWS. */
export function checkQuotas(given: AppQuotas): void {
  checkKeys("app", "quotas", given, quotaKeys);
  for (const key of quotaKeys) {
    const value = given[key];
    if (value !== undefined) checkInteger("app", `quotas.${key}`, value, quotas[key], most);
  }
}

/** The value of an adjustable quota: that of the app, else the default of AWS. */
export function quotaOf(construct: IConstruct, quota: keyof AppQuotas): number {
  return appOf(construct).quotas[quota] ?? quotas[quota];
}

/** Refuses more than an adjustable quota allows. */
export function checkQuota(
  construct: IConstruct,
  prop: string,
  quota: keyof AppQuotas,
  what: string,
  count: number,
): void {
  const limit = quotaOf(construct, quota);
  if (count > limit) fail(construct, "quota-exceeded", prop, { what, count, limit, quota });
}
