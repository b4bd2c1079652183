import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { RemovalPolicy } from "../../../app";
import { preventDestroy } from "../../../core/prevent-destroy";
import type { UserbaseUserPoolOverride } from "../props";

/** What the app's removal policy means for a pool; what the caller has written stays. */
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
