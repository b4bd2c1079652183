import type { Construct } from "constructs";
import { checkLiterals, parseItems, refuseValue } from "../../../kit/core";
import { awsLiteral } from "../aws-literal";
import { fail } from "../errors";
import { checkNotLite } from "../feature-tier";
import type { UserbaseProps } from "../props";
import { hasChoice } from "../sign-in/first-factors";
import { givenTriggers, triggerKinds } from "../triggers/kinds";
import type { ClientPlace } from "./client";
import { refreshFlow } from "./session";

/** A way in which an app signs users in through the API. */
export type UserbaseAuthFlow = "srp" | "password" | "admin_password" | "custom" | "choice";

const awsFlows = {
  srp: "ALLOW_USER_SRP_AUTH",
  password: "ALLOW_USER_PASSWORD_AUTH",
  admin_password: "ALLOW_ADMIN_USER_PASSWORD_AUTH",
  custom: "ALLOW_CUSTOM_AUTH",
  choice: "ALLOW_USER_AUTH",
} as const satisfies Record<UserbaseAuthFlow, string>;

const hasChallenges = (props: UserbaseProps) =>
  givenTriggers(props).some((key) => triggerKinds[key].isChallenge === true);

/**
 * Refuses flows that cannot sign in any user.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
 */
export function checkAuthFlows(
  userbase: Construct,
  { prop, override, overrideProp, isImportedPool }: ClientPlace,
  given: readonly UserbaseAuthFlow[] | undefined,
  props: UserbaseProps,
): void {
  if (given === undefined) return;
  const at = `${prop}.authFlows`;
  if (override.explicitAuthFlows !== undefined) {
    fail(userbase, "props-exclude", at, { other: `${overrideProp}.explicitAuthFlows` });
  }
  const flows = parseItems(userbase, at, given);
  if (flows.length === 0) {
    const expected = 'at least one flow, such as ["srp"]: AWS takes an empty array for its default';
    refuseValue(userbase, at, given, expected);
  }
  checkLiterals(userbase, at, flows, Object.keys(awsFlows));
  if (flows.includes("choice")) checkNotLite(userbase, at, props);
  // The triggers of an imported pool are not known here.
  if (!flows.includes("custom") || isImportedPool || hasChallenges(props)) return;
  fail(userbase, "prop-needs", `${at}: "custom"`, { needs: "triggers.defineAuthChallenge" });
}

/** The flows in which users sign in, and the one that refreshes tokens: by default only those that the directory offers. */
export function authFlowsConfig(
  given: readonly UserbaseAuthFlow[] | undefined,
  props: UserbaseProps,
): readonly string[] {
  const byDefault: readonly UserbaseAuthFlow[] = [
    "srp",
    ...(hasChallenges(props) ? (["custom"] as const) : []),
    ...(hasChoice(props) ? (["choice"] as const) : []),
  ];
  return [...(given ?? byDefault).map((flow) => awsLiteral(awsFlows, flow)), refreshFlow];
}
