import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";

/** Makes a plan fail that leaves the pool in a state in which it does not work, beside the caller's own conditions. */
export function addPostcondition(pool: CognitoUserPool, condition: string, errorMessage: string): void {
  const before = pool.lifecycle ?? {};
  pool.lifecycle = {
    ...before,
    postcondition: [...(before.postcondition ?? []), { condition, errorMessage }],
  };
}
