import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { awsLiteral } from "./aws-literal";
import { fail } from "./errors";
import type { UserbaseProps } from "./props";

export type UserbaseFeatureTier = "lite" | "essentials" | "plus";

const awsTiers = { lite: "LITE", essentials: "ESSENTIALS", plus: "PLUS" } as const satisfies Record<
  UserbaseFeatureTier,
  string
>;

/** The plans. */
export const featureTiers: readonly string[] = Object.keys(awsTiers);

/**
 * Refuses a feature that the plan `lite` does not include. Without a plan, new pools are `essentials`.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-sign-in-feature-plans.html
 */
export function checkNotLite(userbase: Construct, prop: string, { featureTier }: UserbaseProps): void {
  if (featureTier !== "lite") return;
  fail(userbase, "userbase-tier", prop, { tier: featureTier, needed: ["essentials", "plus"] });
}

/** The config for the plan. */
export function tierConfig({ featureTier }: UserbaseProps): Pick<CognitoUserPoolConfig, "userPoolTier"> {
  return featureTier === undefined ? {} : { userPoolTier: awsLiteral(awsTiers, featureTier) };
}
