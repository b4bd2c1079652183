import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { isKept, type RemovalPolicy } from "../../../kit/app";
import { preventDestroy } from "../../../kit/core/terraform/prevent-destroy";

/** Applies the app's removal policy to a pool; the caller's own setting wins. */
export function applyRemovalPolicy(pool: CognitoUserPool, policy: RemovalPolicy | undefined): void {
  if (policy !== undefined && pool.deletionProtectionInput === undefined) {
    pool.deletionProtection = isKept(policy) ? "ACTIVE" : "INACTIVE";
  }
  if (isKept(policy)) preventDestroy(pool);
}
