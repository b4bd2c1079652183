import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { encryptWith } from "../../kms/ciphertext";

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
export function encryptedCode(keyArn: string, code: string): string {
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
