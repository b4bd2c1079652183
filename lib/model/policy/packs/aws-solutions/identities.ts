import { managedPolicyName } from "../../../../facts/aws/arns";
import type { Values } from "../../../resources/model";
import { block, flag, number, text, texts } from "../../../resources/values";
import { anyWildcards, wildcardViolations } from "../../rules/wildcards";
import { each, type SolutionsRule } from "./solutions-rule";

export const identityRules = {
  "AwsSolutions-COG1": each(
    "aws_cognito_user_pool",
    ({ values }) => !isStrong(block(values, "password_policy") ?? {}),
    "its passwords may be weak",
    "Ask for at least 8 characters, with upper case, lower case, digits and symbols.",
  ),
  "AwsSolutions-COG2": each(
    "aws_cognito_user_pool",
    ({ values }) => text(values, "mfa_configuration") !== "ON",
    "users may sign in without a second factor",
    "Require a second factor.",
  ),
  "AwsSolutions-COG7": each(
    "aws_cognito_identity_pool",
    ({ values }) => flag(values, "allow_unauthenticated_identities") === true,
    "guests get credentials of AWS",
    "Turn guests off, or except it with the reason why they need credentials.",
  ),
  "AwsSolutions-COG8": each(
    "aws_cognito_user_pool",
    ({ values }) => text(values, "user_pool_tier") !== "PLUS",
    "it is not in the feature plan Plus",
    'Set userPoolTier: "PLUS", which costs more for each user.',
  ),
  "AwsSolutions-IAM4": (facts) => {
    const attached = facts
      .ofType("aws_iam_role_policy_attachment")
      .map((at) => [at, at.values.policy_arn] as const);
    const inRoles = facts
      .ofType("aws_iam_role")
      .flatMap((at) => texts(at.values, "managed_policy_arns").map((arn) => [at, arn] as const));
    return [...attached, ...inRoles].flatMap(([at, arn]) =>
      typeof arn === "string" && managedPolicyName(arn) !== undefined
        ? [
            {
              at,
              of: arn,
              problem: "is a policy of AWS, which allows more than this app needs",
              remedy: "Write the permissions that the code uses.",
            },
          ]
        : [],
    );
  },
  "AwsSolutions-IAM5": (facts) =>
    wildcardViolations(
      facts,
      anyWildcards,
      () => "Name the actions and resources, or except it with the reason.",
    ),
  "AwsSolutions-CB3": each(
    "aws_codebuild_project",
    ({ values }) => flag(block(values, "environment") ?? {}, "privileged_mode") === true,
    "its builds are privileged",
    "Turn privileged mode off, unless it builds images.",
  ),
  "AwsSolutions-CB4": each(
    "aws_codebuild_project",
    ({ values }) => text(values, "encryption_key") === undefined,
    "no key of KMS encrypts its results",
    "Set encryptionKey.",
  ),
} satisfies Readonly<Record<string, SolutionsRule>>;

const isStrong = (policy: Values): boolean =>
  (number(policy, "minimum_length") ?? 0) >= 8 &&
  ["require_uppercase", "require_lowercase", "require_numbers", "require_symbols"].every(
    (name) => flag(policy, name) === true,
  );
