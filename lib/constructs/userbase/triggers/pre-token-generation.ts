import type { CognitoUserPoolLambdaConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { checkLiteral } from "../../../core/check";
import { fail } from "../errors";
import type { UserbaseExtraProps } from "../extras/props";
import { checkNotLite } from "../pool/feature-tier";

const awsVersions = { v1_0: "V1_0", v2_0: "V2_0", v3_0: "V3_0" } as const;

/** Refuses a version of an event that no trigger gets, or that the plan does not hold. */
export function checkTokenVersion(userbase: Construct, props: UserbaseExtraProps, hasTrigger: boolean): void {
  const prop = "preTokenGenerationVersion";
  const version = props[prop];
  if (version === undefined) return;
  checkLiteral(userbase, prop, version, Object.keys(awsVersions));
  if (!hasTrigger) fail(userbase, "prop-needs", prop, { needs: "triggers.preTokenGeneration" });
  if (version !== "v1_0") checkNotLite(userbase, prop, props);
}

/**
 * The version of the trigger's event, beside the function's own attribute.
 *
 * The service answers with the function in both places, and the provider reads both as they are: with both written, a
 * change of the function changes both.
 *
 * Source: https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/cognito_user_pool#pre_token_configuration_type
 */
export function tokenVersionConfig(
  { preTokenGenerationVersion: version }: UserbaseExtraProps,
  functionArn: string | undefined,
): Pick<CognitoUserPoolLambdaConfig, "preTokenGenerationConfig"> {
  if (version === undefined || functionArn === undefined) return {};
  return {
    preTokenGenerationConfig: { lambdaArn: functionArn, lambdaVersion: awsVersions[version] },
  };
}
