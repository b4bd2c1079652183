import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { RemovalPolicy } from "../app";
import type { UserbaseUserPoolOverride } from "./props";

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
  if (given.lifecycle === undefined) {
    const { preventDestroy: _, ...others } = pool.lifecycle ?? {};
    pool.lifecycle = isKept ? { ...others, preventDestroy: true } : others;
  }
}
