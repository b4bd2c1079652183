import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { addPostcondition } from "./pool/postcondition";
import type { UserbaseProps } from "./props";
import { givenTriggers } from "./triggers/triggers";

/**
 * Makes a plan fail that would remove the function of `preTokenGeneration` while the pool goes on calling it, so that
 * nobody could sign in.
 *
 * The provider computes both attributes of this trigger where they are not written: while other triggers stay, it
 * keeps what the pool has. An empty text changes nothing either. Without any trigger it takes off all of them.
 *
 * Source: https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/cognitoidp/user_pool.go
 */
export function guardTokenTrigger(userbase: Construct, pool: CognitoUserPool, props: UserbaseProps): void {
  const triggers = givenTriggers(props);
  if (triggers.length === 0 || triggers.includes("preTokenGeneration")) return;
  addPostcondition(
    pool,
    "${try(length(self.lambda_config[0].pre_token_generation), 0) == 0}",
    `${userbase.node.path}: triggers has no preTokenGeneration, but the user pool still calls a function for it, and ` +
      "Terraform does not take it off while other triggers stay. Deploy once without triggers, then with the others; " +
      "or keep preTokenGeneration, with a function that changes nothing.",
  );
}
