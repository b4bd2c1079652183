import { text, type Values } from "../../../model";
import type { AccessOf } from "../contract/define-service";
import type { KmsKeys } from "./keys";
import { contextOf, decrypted, destinationContext, type kmsOperations, sourceContext } from "./operations";

type KmsAccess = AccessOf<KmsKeys, Values>;

/** The access that an action needs on the key that a request names; none for an unknown key. */
const onKey =
  (action: string, named: (input: Values) => string | undefined, contextName?: string): KmsAccess =>
  (input, _, keys) => {
    const found = keys.find(named(input) ?? "");
    if (found === undefined) return [];
    const given = contextOf(input, contextName);
    const context = Object.entries(given).map(
      ([name, value]) => [`kms:EncryptionContext:${name}`, value] as const,
    );
    const names = Object.keys(given);
    return [
      {
        action: `kms:${action}`,
        resource: found.arn,
        keys: {
          ...Object.fromEntries(context),
          ...(names.length > 0 && { "kms:EncryptionContextKeys": names }),
          "kms:EncryptionAlgorithm": "SYMMETRIC_DEFAULT",
        },
      },
    ];
  };

const reEncryptFrom = onKey(
  "ReEncryptFrom",
  (input) => decrypted(input, sourceContext)?.keyArn,
  sourceContext,
);
const reEncryptTo = onKey("ReEncryptTo", (input) => text(input, "DestinationKeyId"), destinationContext);

const keyId = (input: Values): string | undefined => text(input, "KeyId");

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awskeymanagementservice.html */
export const kmsAccess = {
  Encrypt: onKey("Encrypt", keyId),
  // The ciphertext names its key.
  Decrypt: onKey("Decrypt", (input) => decrypted(input)?.keyArn),
  ReEncrypt: (...asked) => [...reEncryptFrom(...asked), ...reEncryptTo(...asked)],
  GenerateDataKey: onKey("GenerateDataKey", keyId),
  GenerateDataKeyWithoutPlaintext: onKey("GenerateDataKeyWithoutPlaintext", keyId),
  GenerateRandom: () => [{ action: "kms:GenerateRandom", resource: "*" }],
  DescribeKey: onKey("DescribeKey", keyId),
} satisfies Record<keyof typeof kmsOperations, KmsAccess>;
