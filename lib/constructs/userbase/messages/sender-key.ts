import type { DataAwsKmsKey } from "@cdktf/provider-aws/lib/data-aws-kms-key";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import type { Construct } from "constructs";
import { parseArnOf } from "../../../facts/aws/arns";
import { prefixedName } from "../../../kit/app";
import { isProviderObject, isUnresolved, refuseValue } from "../../../kit/core";
import { toArn } from "../../../kit/function";
import { fail } from "../errors";
import type { ParsedUserbase } from "../parse";
import type { UserbaseProps, UserbaseUserPoolOverride } from "../props";
import { givenTriggers, triggerKinds } from "../triggers/kinds";
import type { Triggers } from "../triggers/triggers";

/** A KMS key: its ARN, or a provider object. */
export type UserbaseKmsKey = string | KmsKey | DataAwsKmsKey;

/** Refuses keys that the service does not accept, and keys that nothing is encrypted with. */
export function checkSenderKey(
  userbase: Construct,
  props: UserbaseProps,
  given: UserbaseUserPoolOverride,
): void {
  const written = {
    "cdk.userPool.lambdaConfig.kmsKeyId": given.lambdaConfig?.kmsKeyId,
    "cdk.userPool.customSenderKmsKey": given.customSenderKmsKey,
  };
  const [first, second] = Object.entries(written).filter(([, value]) => value !== undefined);
  if (first === undefined) return;
  if (second !== undefined) fail(userbase, "sender-key-twice", second[0], { other: first[0] });
  const [prop, value] = first;
  const isArn =
    typeof value === "string" &&
    (isUnresolved(value) || parseArnOf("kms", value)?.resource.startsWith("key/") === true);
  if (!isArn && !isProviderObject(value, "aws_kms_key")) {
    refuseValue(userbase, prop, value, "the ARN of a key, or a KmsKey");
  }
  if (givenSenders(props).length === 0) fail(userbase, "sender-key-unused", prop, {});
}

/**
 * The ARN of the key that encrypts codes for the senders, which get the permission to decrypt; undefined without a sender.
 *
 * A created key has the default key policy of KMS, which leaves access to the IAM policies of the account. When the pool
 * gets the key, Cognito creates its own grant with the permissions of the deploying principal.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-sender-triggers.html
 */
export function findSenderKey(
  userbase: Construct,
  { props, poolOverride }: Pick<ParsedUserbase, "props" | "poolOverride">,
  triggers: Triggers,
): string | undefined {
  const senders = givenSenders(props);
  if (senders.length === 0) return undefined;
  const given = poolOverride.lambdaConfig?.kmsKeyId ?? poolOverride.customSenderKmsKey;
  const arn = given === undefined ? createKey(userbase).arn : toArn(given);
  for (const key of senders) {
    const fn = triggers.get(key);
    fn?.attachPermissions(triggers.permitHere(fn, [{ actions: ["kms:Decrypt"], resources: [arn] }]));
  }
  return arn;
}

function givenSenders(props: UserbaseProps): readonly (keyof typeof triggerKinds)[] {
  return givenTriggers(props).filter((key) => triggerKinds[key].sendsCodes === true);
}

function createKey(userbase: Construct): KmsKey {
  const name = prefixedName(userbase);
  return new KmsKey(userbase, "SenderKey", {
    description: `Codes of ${name} for its custom senders`,
    enableKeyRotation: true,
  });
}
