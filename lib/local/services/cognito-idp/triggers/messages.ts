import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { block, text } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import { encryptWith } from "../../kms/ciphertext";
import type { MessageTemplate, Sending } from "../pool";
import { invokeTrigger, triggerArn, triggerAttributes } from "./invoke-trigger";

/**
 * The texts of the app's trigger for a message; those that it leaves are the pool's.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html
 */
export async function customTexts(sending: Sending): Promise<Partial<MessageTemplate>> {
  const { pool, user, occasion, clientId, clientMetadata } = sending;
  const isInvitation = occasion === "AdminCreateUser";
  const answer = await invokeTrigger(pool, "custom_message", {
    source: `CustomMessage_${occasion}`,
    userName: user.username,
    clientId,
    request: {
      userAttributes: triggerAttributes(pool, user),
      codeParameter: "{####}",
      linkParameter: "{##Click Here##}",
      usernameParameter: isInvitation ? "{username}" : null,
      ...(clientMetadata !== undefined && { clientMetadata }),
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  });
  if (answer === undefined) return {};
  const [email, sms, subject] = ["emailMessage", "smsMessage", "emailSubject"].map((name) =>
    text(answer, name),
  );
  for (const each of [email, sms]) {
    if (each !== undefined && !/\{####\}|\{##[^#]*##\}/.test(each))
      throw new ServiceError(
        "CustomMessageException",
        "The message has no code: write {####} where it belongs.",
      );
  }
  return {
    ...(email !== undefined && { email }),
    ...(sms !== undefined && { sms }),
    ...(subject !== undefined && { subject }),
  };
}

/**
 * Lets the app's own function send a message; returns the function's name, or undefined where the pool has none.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-email-sender.html
 */
export async function sentBy(sending: Sending, medium: "EMAIL" | "SMS"): Promise<string | undefined> {
  const { pool, user, occasion, clientId, clientMetadata, code } = sending;
  const key = medium === "EMAIL" ? "custom_email_sender" : "custom_sms_sender";
  const arn = triggerArn(pool, key);
  if (arn === undefined) return undefined;
  const [name, type] =
    medium === "EMAIL"
      ? (["CustomEmailSender", "customEmailSenderRequestV1"] as const)
      : (["CustomSMSSender", "customSMSSenderRequestV1"] as const);
  const keyArn = text(block(pool.settings.values, "lambda_config") ?? {}, "kms_key_id");
  await invokeTrigger(pool, key, {
    source: `${name}_${occasion}`,
    userName: user.username,
    clientId,
    request: {
      type,
      // A pool cannot be deployed with a sender and without a key.
      code: keyArn === undefined ? Buffer.from(code).toString("base64") : encryptedCode(keyArn, code),
      clientMetadata: clientMetadata ?? null,
      userAttributes: triggerAttributes(pool, user),
    },
  });
  return arn.split(":")[6] ?? arn;
}

/** AES-256-GCM with HKDF and a commitment of the key. */
const suite = uint16(0x0478);
const frameBytes = 4096;
const finalFrame = "AWSKMSEncryptionClient Final Frame";

/**
 * A code as the pool encrypts it for its sender: a message of the AWS Encryption SDK, whose data key is encrypted with the
 * KMS key.
 *
 * Source: https://docs.aws.amazon.com/encryption-sdk/latest/developer-guide/message-format.html
 */
function encryptedCode(keyArn: string, code: string): string {
  const [messageId, dataKey] = [randomBytes(32), randomBytes(32)];
  const derive = (info: Buffer): Buffer => Buffer.from(hkdfSync("sha512", dataKey, messageId, info, 32));
  const key = derive(Buffer.concat([suite, Buffer.from("DERIVEKEY")]));
  const header = Buffer.concat([
    Buffer.from([2]),
    suite,
    messageId,
    // No encryption context.
    uint16(0),
    uint16(1),
    ...["aws-kms", keyArn, encryptWith(keyArn, dataKey, {})].flatMap((part) => sized(Buffer.from(part))),
    // Frames.
    Buffer.from([2]),
    uint32(frameBytes),
    derive(Buffer.from("COMMITKEY")),
  ]);
  const plaintext = Buffer.from(code);
  const iv = Buffer.concat([Buffer.alloc(8), uint32(1)]);
  const length = Buffer.concat([uint32(0), uint32(plaintext.length)]);
  const about = Buffer.concat([messageId, Buffer.from(finalFrame), uint32(1), length]);
  const { encrypted, tag } = seal(key, iv, about, plaintext);
  return Buffer.concat([
    header,
    seal(key, Buffer.alloc(12), header, Buffer.alloc(0)).tag,
    uint32(0xffffffff),
    uint32(1),
    iv,
    uint32(plaintext.length),
    encrypted,
    tag,
  ]).toString("base64");
}

function seal(key: Buffer, iv: Buffer, about: Buffer, plaintext: Buffer) {
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(about);
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return { encrypted, tag: cipher.getAuthTag() };
}

const sized = (bytes: Buffer): readonly Buffer[] => [uint16(bytes.length), bytes];

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
