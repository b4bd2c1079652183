import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { type MessageName, type Side, senderOf } from "./messages";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const nonceBytes = 12;
const tagBytes = 16;
/** Smaller contents fit into one frame uncompressed, and compressing them would take longer than sending them. */
const compressedFromBytes = 4 * 1024;
/** The first byte of sealed content. */
const plainMark = Buffer.of(0);
const compressedMark = Buffer.of(1);
/** Larger contents use the fastest compression: time matters more than the last few percent of size. */
const fastBytes = 64 * 1024;
/** Lambda's limit is 6 MB for an event, and an environment is small. Decompressed content could be of any size. */
const maxContentBytes = 16 * 1024 * 1024;
/** The maximum size of sealed content. */
export const maxSealedBytes = maxContentBytes + nonceBytes + 1 + tagBytes;

const secretBytes = 32;

/** Encrypts, authenticates and compresses the messages between one wrapper and the client. */
export class Seal {
  private readonly keys: Readonly<Record<Side, Buffer>>;

  /** @param secret - the wrapper's secret in the table, which only users with deployment permissions can read */
  constructor(secret: Buffer) {
    if (secret.length !== secretBytes) throw new RangeError(`A session secret has ${secretBytes} bytes.`);
    // Two keys, so that a message of one side is not accepted as a message of the other side.
    this.keys = { wrapper: keyOf(secret, "wrapper"), client: keyOf(secret, "client") };
  }

  async seal(name: MessageName, content: string): Promise<Buffer> {
    const isCompressed = content.length >= compressedFromBytes;
    const bytes = isCompressed
      ? await compress(content, content.length > fastBytes ? { level: 1 } : {})
      : Buffer.from(content);
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.keys[senderOf[name.kind]], nonce);
    cipher.setAAD(labelOf(name));
    const mark = cipher.update(isCompressed ? compressedMark : plainMark);
    return Buffer.concat([nonce, mark, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** The content of a message; undefined if it was changed or does not come from the other side. */
  async open(name: MessageName, sealed: Buffer): Promise<string | undefined> {
    if (sealed.length < nonceBytes + tagBytes || sealed.length > maxSealedBytes) return undefined;
    const end = sealed.length - tagBytes;
    const cipher = createDecipheriv(
      "aes-256-gcm",
      this.keys[senderOf[name.kind]],
      sealed.subarray(0, nonceBytes),
    );
    cipher.setAAD(labelOf(name));
    cipher.setAuthTag(sealed.subarray(end));
    try {
      const opened = Buffer.concat([cipher.update(sealed.subarray(nonceBytes, end)), cipher.final()]);
      const content = opened.subarray(1);
      if (opened[0] === plainMark[0]) return content.toString("utf8");
      return (await decompress(content, { maxOutputLength: maxContentBytes })).toString("utf8");
    } catch {
      return undefined;
    }
  }
}

export const newSecret = (): Buffer => randomBytes(secretBytes);

const keyOf = (secret: Buffer, side: Side): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), `serverform live 1 ${side}`, 32));

/** A sealed message is valid only under its own name. */
const labelOf = ({ kind, functionId, wrapperId, requestId }: MessageName): Buffer =>
  Buffer.from(JSON.stringify([kind, functionId, wrapperId, requestId]));
