import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { checkLiteral } from "../../core/check";
import { fail } from "./errors";
import type { UserbaseProps } from "./props";

export type UserbaseFeatureTier = "lite" | "essentials" | "plus";

const awsTiers = { lite: "LITE", essentials: "ESSENTIALS", plus: "PLUS" } as const satisfies Record<
  UserbaseFeatureTier,
  string
>;

const awsModes = { off: "OFF", audit: "AUDIT", enforced: "ENFORCED" } as const;

/** Refuses an unknown plan, and threat protection that the plan does not include. */
export function checkTier(
  userbase: Construct,
  { featureTier, threatProtection = "off" }: UserbaseProps,
): void {
  if (featureTier !== undefined) checkLiteral(userbase, "featureTier", featureTier, Object.keys(awsTiers));
  checkLiteral(userbase, "threatProtection", threatProtection, Object.keys(awsModes));
  // Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-sign-in-feature-plans.html
  if (threatProtection !== "off" && featureTier !== "plus") {
    fail(userbase, "userbase-tier", "threatProtection", { tier: featureTier, needed: ["plus"] });
  }
}

/**
 * Refuses a feature that the plan `lite` does not include. Without a plan, new pools are `essentials`.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-sign-in-feature-plans.html
 */
export function checkNotLite(userbase: Construct, prop: string, { featureTier }: UserbaseProps): void {
  if (featureTier !== "lite") return;
  fail(userbase, "userbase-tier", prop, { tier: featureTier, needed: ["essentials", "plus"] });
}

/** The config for the plan and for threat protection. */
export function tierConfig({
  featureTier,
  threatProtection,
}: UserbaseProps): Pick<CognitoUserPoolConfig, "userPoolTier" | "userPoolAddOns"> {
  return {
    ...(featureTier !== undefined && { userPoolTier: awsTiers[featureTier] }),
    ...(threatProtection !== undefined && {
      userPoolAddOns: { advancedSecurityMode: awsModes[threatProtection] },
    }),
  };
}
