import type { IConstruct } from "constructs";
import { quotas } from "../core/quotas";
import { fail } from "./errors";
import type { AppQuotas } from "./quotas";
import { appOf } from "./scope/owner";

/** A quota that AWS raises on request: that of the app, else that of every account. */
export function quotaOf(construct: IConstruct, quota: keyof AppQuotas): number {
  return appOf(construct).quotas[quota] ?? quotas[quota];
}

/** Refuses more than a quota that AWS raises on request allows. */
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
