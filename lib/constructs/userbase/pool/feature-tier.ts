import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { checkLiteral } from "../../../core/check";
import { fail } from "../errors";
import type { UserbaseExtraProps, UserbaseFeatureTier } from "../extras/props";

const awsTiers = { lite: "LITE", essentials: "ESSENTIALS", plus: "PLUS" } as const satisfies Record<
  UserbaseFeatureTier,
  string
>;

const awsModes = { off: "OFF", audit: "AUDIT", enforced: "ENFORCED" } as const;

/** Refuses a plan that does not exist, and protection that the plan does not hold. */
export function checkTier(
  userbase: Construct,
  { featureTier, threatProtection = "off" }: UserbaseExtraProps,
): void {
  if (featureTier !== undefined) checkLiteral(userbase, "featureTier", featureTier, Object.keys(awsTiers));
  checkLiteral(userbase, "threatProtection", threatProtection, Object.keys(awsModes));
  // Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-sign-in-feature-plans.html
  if (threatProtection !== "off" && featureTier !== "plus") {
    fail(userbase, "userbase-tier", "threatProtection", { tier: featureTier, needed: ["plus"] });
  }
}

/**
 * Refuses a feature that the plan `lite` does not hold. Without a plan, new pools are `essentials`.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-sign-in-feature-plans.html
 */
export function checkNotLite(userbase: Construct, prop: string, { featureTier }: UserbaseExtraProps): void {
  if (featureTier !== "lite") return;
  fail(userbase, "userbase-tier", prop, { tier: featureTier, needed: ["essentials", "plus"] });
}

/** The plan, and protection against risky sign-ins. */
export function tierConfig({
  featureTier,
  threatProtection,
}: UserbaseExtraProps): Pick<CognitoUserPoolConfig, "userPoolTier" | "userPoolAddOns"> {
  return {
    ...(featureTier !== undefined && { userPoolTier: awsTiers[featureTier] }),
    ...(threatProtection !== undefined && {
      userPoolAddOns: { advancedSecurityMode: awsModes[threatProtection] },
    }),
  };
}
