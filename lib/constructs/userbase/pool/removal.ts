import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { RemovalPolicy } from "../../../app";
import { preventDestroy } from "../../../core/prevent-destroy";
import type { UserbaseUserPoolOverride } from "./pool";

/** Applies the app's removal policy to a pool; the caller's own keys win. */
export function applyRemovalPolicy(
  pool: CognitoUserPool,
  policy: RemovalPolicy | undefined,
  given: UserbaseUserPoolOverride,
): void {
  const isKept = policy === "retain" || policy === "snapshot";
  if (given.deletionProtection === undefined) {
    if (policy === undefined) pool.resetDeletionProtection();
    else pool.deletionProtection = isKept ? "ACTIVE" : "INACTIVE";
  }
  preventDestroy(pool, isKept, given);
}
