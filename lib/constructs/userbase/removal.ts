import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { isKept, type RemovalPolicy } from "../../app";
import { preventDestroy } from "../../core/prevent-destroy";
import type { UserbaseUserPoolOverride } from "./props";

/** What the app's removal policy means for a pool; what the caller has written stays. */
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
