import { arnPattern, exampleArn } from "../../../facts/aws/arn-patterns";
import { range, type TextLimit, textLimit } from "./limit";

const assumeRole = "https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html";
const provider = "https://registry.terraform.io/providers/hashicorp/aws/latest/docs";
const constraints = "https://developer.hashicorp.com/terraform/language/expressions/version-constraints";

const sessionText = (): TextLimit =>
  textLimit(assumeRole, 64, /^[\w+=,.@-]+$/, "letters, digits and any of _+=,.@-", 2);
const file = textLimit(provider, 4096, /^[^\n]+$/, "the path of a file");
const address = textLimit(
  provider,
  2048,
  /^https?:\/\/[^\s/]+\S*$/,
  'an address that begins with "http://" or "https://"',
);

export const providerLimits = {
  version: textLimit(
    constraints,
    255,
    /^\s*(=|!=|>=?|<=?|~>)?\s*\d+(\.\d+){0,2}(-[\w.]+)?(\s*,\s*(=|!=|>=?|<=?|~>)?\s*\d+(\.\d+){0,2}(-[\w.]+)?)*\s*$/,
    'a version constraint of Terraform, such as "~> 6.30" or ">= 6.25, < 7"',
  ),
  profile: textLimit(provider, 255, /^[^\s[\]]+$/, "the name of a profile, without spaces"),
  /** The STS API accepts 15 minutes to 12 hours; the provider expects a Go duration. */
  duration: {
    ...textLimit(
      assumeRole,
      32,
      /^(\d+(\.\d+)?(h|m|s))+$/,
      'a duration of 15 minutes to 12 hours, such as "1h30m"',
    ),
    accepts: isSession,
  },
  externalId: textLimit(assumeRole, 1224, /^[\w+=,.@:/-]+$/, "letters, digits and any of _+=,.@:/-", 2),
  sessionName: sessionText(),
  sourceIdentity: sessionText(),
  sessionPolicy: textLimit(
    assumeRole,
    2048,
    /^\s*\{[\s\S]*\}\s*$/,
    "a policy as JSON: JSON.stringify({ ... })",
  ),
  policyArn: textLimit(
    assumeRole,
    2048,
    arnPattern("iam", /policy\/\S+/, { account: "(\\d{12}|aws)" }),
    `the ARN of a policy: "${exampleArn("iam", "policy/ReadOnlyAccess", { account: "aws" })}"`,
  ),
  tagKey: textLimit(assumeRole, 128, /^[^\n]+$/, "the key of a tag"),
  account: textLimit(provider, 12, /^\d{12}$/, "an AWS account id of 12 digits, as a string"),
  file,
  address,
  noProxy: textLimit(provider, 4096, /^\S+$/, "hosts, separated by commas"),
  count: range(provider, 0, 2_147_483_647),
};

function isSession(duration: string): boolean {
  const seconds: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };
  const parts = [...duration.matchAll(/([\d.]+)([hms])/g)];
  const total = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (seconds[unit] ?? 0), 0);
  return total >= 900 && total <= 43_200;
}
