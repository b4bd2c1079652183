import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { checkLiteral } from "../../../kit/core";
import { fail } from "../errors";
import { checkNotLite } from "../feature-tier";
import { addPostcondition } from "../postcondition";
import type { UserbaseProps } from "../props";
import { givenTriggers, tokenEventVersions } from "./kinds";

/** Refuses an event version without the trigger, or one that the plan does not include. */
export function checkTokenVersion(userbase: Construct, props: UserbaseProps): void {
  const prop = "preTokenGenerationVersion";
  const version = props[prop];
  if (version === undefined) return;
  checkLiteral(userbase, prop, version, Object.keys(tokenEventVersions));
  if (props.triggers?.preTokenGeneration === undefined) {
    fail(userbase, "prop-needs", prop, { needs: "triggers.preTokenGeneration" });
  }
  if (version !== "v1_0") checkNotLite(userbase, prop, props);
}

/**
 * Fails a plan that would remove the function of `preTokenGeneration` while the pool still calls it, because that would prevent
 * all sign-ins.
 *
 * The provider treats both attributes of this trigger as computed: while other triggers stay, it keeps the value of the
 * pool, also for an empty string. Without any trigger it removes all of them.
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
