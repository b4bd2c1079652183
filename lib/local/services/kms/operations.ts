import { randomBytes } from "node:crypto";
import { number, text, textMap, type Values } from "../../../model";
import { type Operation, ServiceError } from "../contract/define-service";
import { detected, violation } from "../contract/violations";
import { type Decrypted, decrypt, encryptWith } from "./ciphertext";
import { type KmsKeys, materialId } from "./keys";

const symmetric = "SYMMETRIC_DEFAULT";

/** Source: https://docs.aws.amazon.com/kms/latest/APIReference/API_Operations.html */
export const kmsOperations = {
  Encrypt: (keys, input) => {
    const { arn } = keys.require(text(input, "KeyId") ?? "");
    const plaintext = bytesOf(input, "Plaintext");
    checkRange("plaintext", undefined, "length", plaintext.length, 4096);
    return {
      CiphertextBlob: encryptWith(arn, plaintext, contextOf(input)).toString("base64"),
      KeyId: arn,
      EncryptionAlgorithm: symmetric,
    };
  },

  Decrypt: (keys, input) => {
    const { keyArn, plaintext } = requireDecrypted(keys, decrypted(input), text(input, "KeyId"));
    return {
      KeyId: keyArn,
      Plaintext: plaintext.toString("base64"),
      EncryptionAlgorithm: symmetric,
      KeyMaterialId: materialId(keyArn),
    };
  },

  ReEncrypt: (keys, input) => {
    const source = requireDecrypted(keys, decrypted(input, sourceContext), text(input, "SourceKeyId"));
    const { arn } = keys.require(text(input, "DestinationKeyId") ?? "");
    const context = contextOf(input, destinationContext);
    return {
      CiphertextBlob: encryptWith(arn, source.plaintext, context).toString("base64"),
      SourceKeyId: source.keyArn,
      KeyId: arn,
      SourceEncryptionAlgorithm: symmetric,
      DestinationEncryptionAlgorithm: symmetric,
      SourceKeyMaterialId: materialId(source.keyArn),
      DestinationKeyMaterialId: materialId(arn),
    };
  },

  GenerateDataKey: newDataKey,
  GenerateDataKeyWithoutPlaintext: (keys, input) => {
    const { Plaintext: _, ...encrypted } = newDataKey(keys, input);
    return encrypted;
  },

  GenerateRandom: (_, input) => {
    const bytes = number(input, "NumberOfBytes");
    if (bytes === undefined) throw new ServiceError("ValidationException", "NumberOfBytes is required.");
    checkRange("numberOfBytes", String(bytes), "value", bytes, 1024);
    return { Plaintext: randomBytes(bytes).toString("base64") };
  },

  DescribeKey: (keys, input) => ({ KeyMetadata: keys.described(text(input, "KeyId") ?? "") }),
} satisfies Record<string, Operation<KmsKeys, Values, object>>;

function newDataKey(keys: KmsKeys, input: Values) {
  const { arn } = keys.require(text(input, "KeyId") ?? "");
  const plaintext = randomBytes(dataKeyBytes(input));
  return {
    CiphertextBlob: encryptWith(arn, plaintext, contextOf(input)).toString("base64"),
    Plaintext: plaintext.toString("base64"),
    KeyId: arn,
  };
}

/** The members of ReEncrypt with the context of each key. */
export const sourceContext = "SourceEncryptionContext";
export const destinationContext = "DestinationEncryptionContext";

/** The content of a ciphertext; undefined if no key here has encrypted it with this context. */
export function decrypted(input: Values, context?: string): Decrypted | undefined {
  return decrypt(bytesOf(input, "CiphertextBlob"), contextOf(input, context));
}

export const contextOf = (input: Values, name = "EncryptionContext"): Readonly<Record<string, string>> =>
  textMap(input, name);

/** Refuses a ciphertext of no key here, and one of another key than the request names. */
function requireDecrypted(keys: KmsKeys, found: Decrypted | undefined, named: string | undefined): Decrypted {
  if (found === undefined || keys.find(found.keyArn) === undefined)
    throw new ServiceError("InvalidCiphertextException", "");
  if (named !== undefined && keys.require(named).arn !== found.keyArn)
    throw new ServiceError(
      "IncorrectKeyException",
      "The key ID in the request does not identify a CMK that can perform this operation.",
    );
  return found;
}

/** Refuses values below 1 or above the maximum. */
function checkRange(at: string, shown: string | undefined, of: string, size: number, most: number): void {
  if (size >= 1 && size <= most) return;
  const limit = size < 1 ? "greater than or equal to 1" : `less than or equal to ${most}`;
  throw new ServiceError("ValidationException", detected(violation(at, shown, `have ${of} ${limit}`)));
}

const bytesOf = (input: Values, name: string): Buffer => Buffer.from(text(input, name) ?? "", "base64");

function dataKeyBytes(input: Values): number {
  const bytes = number(input, "NumberOfBytes");
  const spec = text(input, "KeySpec");
  const size = bytes ?? (spec === "AES_256" ? 32 : spec === "AES_128" ? 16 : undefined);
  if (size === undefined || (bytes !== undefined && spec !== undefined) || !(size >= 1 && size <= 1024))
    throw new ServiceError("ValidationException", "Please specify either number of bytes or key spec.");
  return size;
}
