import { anyArn, arnPattern, arnSource, exampleArn } from "../../../facts/aws/arn-patterns";
import type { Where } from "../../../facts/errors/error";
import { memberPath } from "../prop-path";
import { regionLimit } from "./identifiers";
import { checkLimit, isUnknown, type TextLimit, textLimit } from "./limit";

const arns = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html";
const keys = "https://docs.aws.amazon.com/kms/latest/APIReference/API_DescribeKey.html";
const roles = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html";
const timeouts = "https://developer.hashicorp.com/terraform/language/resources/syntax";
const unlimited = Number.POSITIVE_INFINITY;
const keyArn = arnSource("kms", "(key|alias)/\\S+");
const keySample = exampleArn("kms", "key/1234abcd-12ab-34cd-56ef-1234567890ab");

const arn: TextLimit = {
  ...textLimit(arns, unlimited, anyArn, `an ARN: "${exampleArn("sqs", "orders")}"`),
  sample: exampleArn("sqs", "orders"),
};
const roleArn: TextLimit = {
  ...textLimit(
    roles,
    unlimited,
    arnPattern("iam", /role\/\S+/),
    `the ARN of a role: "${exampleArn("iam", "role/notes")}"`,
  ),
  sample: exampleArn("iam", "role/notes"),
};
const kmsArn: TextLimit = {
  ...textLimit(
    keys,
    unlimited,
    new RegExp(`^${keyArn}$`),
    `the ARN of a KMS key: ${JSON.stringify(keySample)}`,
  ),
  sample: keySample,
};
const kmsKey: TextLimit = {
  ...textLimit(
    keys,
    unlimited,
    new RegExp(`^(${keyArn}|alias/[\\w/-]+|mrk-[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27})$`),
    `the id, the alias (alias/notes) or the ARN of a KMS key: ${JSON.stringify(keySample)}`,
  ),
  sample: "alias/notes",
};
const timeout: TextLimit = {
  ...textLimit(timeouts, unlimited, /^(\d+(\.\d+)?(h|m|s|ms))+$/, 'a time of Terraform: "30m" or "1h30m"'),
  sample: "30m",
};

/** Limits for attributes of any resource, by the end of their path. The first match applies. */
export const namedLimits: readonly { readonly name: RegExp; readonly limit: TextLimit }[] = [
  { name: /^(region|.*\.(region|regionName|snsRegion|replicaRegion)|sourceRegion)$/, limit: regionLimit },
  { name: /^timeouts\.(create|read|update|delete)$/, limit: timeout },
  { name: /(^|\.|[a-z])[rR]oleArns?$/, limit: roleArn },
  { name: /(^|\.|[a-z])[kK]msKeyArn$/, limit: kmsArn },
  { name: /(^|\.|[a-z])[kK]ms(Master)?Key(Id|Identifier)$/, limit: kmsKey },
  { name: /[a-z]Arns?$/, limit: arn },
];

/**
 * Rejects attributes whose value contradicts their name: regions, ARNs, keys and times of Terraform.
 *
 * @param known - attributes with their own row
 */
export function checkNamed(where: Where, prop: string, config: object, known: readonly string[]): void {
  for (const [key, value] of Object.entries(config)) checkAttribute(where, prop, key, key, value, known);
}

function checkAttribute(
  where: Where,
  prop: string,
  key: string,
  attribute: string,
  value: unknown,
  known: readonly string[],
): void {
  const path = memberPath(prop, key);
  if (isUnknown(value)) return;
  if (Array.isArray(value)) {
    value.forEach((each: unknown, index) => {
      checkValue(where, `${path}[${index}]`, attribute, each, known);
    });
  } else checkValue(where, path, attribute, value, known);
}

function checkValue(
  where: Where,
  path: string,
  attribute: string,
  value: unknown,
  known: readonly string[],
): void {
  if (isUnknown(value)) return;
  if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value))
      checkAttribute(where, path, key, `${attribute}.${key}`, each, known);
    return;
  }
  // Terraform treats an empty text as absence.
  if (typeof value !== "string" || value === "" || known.includes(attribute)) return;
  const named = namedLimits.find(({ name }) => name.test(attribute));
  if (named !== undefined) checkLimit(where, path, value, named.limit);
}
