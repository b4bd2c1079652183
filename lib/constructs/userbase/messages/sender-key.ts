import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../../app";
import { isProviderObject } from "../../../core/override";
import { fail } from "../errors";
import type { UserbaseKmsKey, UserbaseProps, UserbaseUserPoolOverride } from "../props";
import { givenTriggers, senderKeys, type Triggers } from "../triggers/triggers";

/** Refuses keys that the service does not take, and keys that nothing is encrypted with. */
export function checkSenderKey(
  userbase: Construct,
  props: UserbaseProps,
  given: UserbaseUserPoolOverride,
): void {
  const keys = {
    "cdk.userPool.lambdaConfig.kmsKeyId": given.lambdaConfig?.kmsKeyId,
    "cdk.userPool.customSenderKmsKey": given.customSenderKmsKey,
  };
  const written = Object.entries(keys).filter(([, value]) => value !== undefined);
  const [first, second] = written;
  if (first === undefined) return;
  if (second !== undefined) fail(userbase, "sender-key-twice", second[0], { other: first[0] });
  const [prop, value] = first;
  const isArn =
    typeof value === "string" && (Token.isUnresolved(value) || /^arn:[^:]+:kms:.+:key\//.test(value));
  if (!isArn && !isProviderObject(value, "aws_kms_key")) {
    fail(userbase, "prop-invalid", prop, { value, expected: "the ARN of a key, or a KmsKey" });
  }
  if (!hasSender(props)) fail(userbase, "sender-key-unused", prop, {});
}

/**
 * ARN of the key that encrypts codes for the senders, which may decrypt with it; undefined without a sender.
 *
 * A created key has the policy that KMS gives every key: what the account's IAM policies allow. The service makes its
 * own grant when the pool is told of the key, by the rights of whoever deploys.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-sender-triggers.html
 */
export function findSenderKey(
  userbase: Construct,
  props: UserbaseProps,
  triggers: Triggers,
): string | undefined {
  if (!hasSender(props)) return undefined;
  const override = (props.cdk?.userPool ?? {}) as UserbaseUserPoolOverride;
  const given = override.lambdaConfig?.kmsKeyId ?? override.customSenderKmsKey;
  const arn = given === undefined ? createKey(userbase).arn : arnOf(given);
  for (const key of senderKeys) {
    const fn = triggers.get(key);
    fn?.attachPermissions(triggers.permitHere(fn, [{ actions: ["kms:Decrypt"], resources: [arn] }]));
  }
  return arn;
}

function hasSender(props: UserbaseProps): boolean {
  const given = givenTriggers(props);
  return senderKeys.some((key) => given.includes(key));
}

function createKey(userbase: Construct): KmsKey {
  const name = Stack.of(userbase).app.logicalPrefixedName(userbase.node.id);
  return new KmsKey(userbase, "SenderKey", {
    description: `Codes of ${name} for its custom senders`,
    enableKeyRotation: true,
  });
}

function arnOf(key: UserbaseKmsKey): string {
  return typeof key === "string" ? key : key.arn;
}
