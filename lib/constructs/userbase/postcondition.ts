import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";

/** Fails a plan that would leave the pool in a broken state; the caller's own conditions stay. */
export function addPostcondition(pool: CognitoUserPool, condition: string, errorMessage: string): void {
  const before = pool.lifecycle ?? {};
  pool.lifecycle = {
    ...before,
    postcondition: [...(before.postcondition ?? []), { condition, errorMessage }],
  };
}
