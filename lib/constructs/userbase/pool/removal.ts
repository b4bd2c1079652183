import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { isKept, type RemovalPolicy } from "../../../app";
import { preventDestroy } from "../../../core/prevent-destroy";
import type { UserbaseUserPoolOverride } from "../props";

/** Applies the app's removal policy to a pool; the caller's own keys win. */
export function applyRemovalPolicy(
  pool: CognitoUserPool,
  policy: RemovalPolicy | undefined,
  given: UserbaseUserPoolOverride,
): void {
  if (policy !== undefined && given.deletionProtection === undefined) {
    pool.deletionProtection = isKept(policy) ? "ACTIVE" : "INACTIVE";
  }
  if (isKept(policy)) preventDestroy(pool);
}
