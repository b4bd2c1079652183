import { createHash, createPublicKey, createVerify } from "node:crypto";
import { jsonOf } from "../../../facts/text/json";
import { isValues, text } from "../../../model";
import type { Passkey } from "./users";

/** A passkey, as an authenticator describes it when it is created. */
interface CreatedPasskey {
  readonly id: string;
  readonly publicKey: Readonly<Record<string, unknown>>;
  readonly algorithm: number;
  readonly counter: number;
}

interface Expected {
  /** Base64url. */
  readonly challenge: string;
  readonly relyingPartyId: string;
  readonly needsUserVerification: boolean;
}

/** The answer of an authenticator to a request for a signature. Base64url. */
interface Assertion {
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** ES256 and RS256. Source: https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
export const passkeyAlgorithms = [-7, -257] as const;

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/** Checks what an authenticator created; undefined if it does not answer the request. Source: https://www.w3.org/TR/webauthn-2/#sctn-registering-a-new-credential */
export function checkRegistration(
  clientDataJSON: string,
  attestationObject: string,
  expected: Expected,
): CreatedPasskey | undefined {
  try {
    if (!isClientData(clientDataJSON, "webauthn.create", expected)) return undefined;
    const attestation = decodeCbor(Buffer.from(attestationObject, "base64url"));
    const data = attestation instanceof Map ? attestation.get("authData") : undefined;
    return Buffer.isBuffer(data) && isFor(data, expected) ? credentialIn(data) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks a signature; returns the new counter, or undefined. Source: https://www.w3.org/TR/webauthn-2/#sctn-verifying-assertion */
export function checkAssertion(
  { clientDataJSON, authenticatorData, signature }: Assertion,
  passkey: Pick<CreatedPasskey, "publicKey" | "counter">,
  expected: Expected,
): number | undefined {
  try {
    const [clientData, data] = [clientDataJSON, authenticatorData].map((each) =>
      Buffer.from(each, "base64url"),
    );
    if (clientData === undefined || data === undefined) return undefined;
    if (!isClientData(clientDataJSON, "webauthn.get", expected) || !isFor(data, expected)) return undefined;
    const key = createPublicKey({ key: { ...passkey.publicKey }, format: "jwk" });
    const hash = createHash("sha256").update(clientData).digest();
    const isSigned = createVerify("sha256")
      .update(data)
      .update(hash)
      .verify(key, Buffer.from(signature, "base64url"));
    const counter = data.readUInt32BE(33);
    // A counter that does not grow shows a copied authenticator. Many have none.
    const isCopy = (counter !== 0 || passkey.counter !== 0) && counter <= passkey.counter;
    return isSigned && !isCopy ? counter : undefined;
  } catch {
    return undefined;
  }
}

function isClientData(encoded: string, type: string, { challenge, relyingPartyId }: Expected): boolean {
  const data = jsonOf(Buffer.from(encoded, "base64url").toString("utf8"));
  if (!isValues(data)) return false;
  const origin = text(data, "origin") ?? "";
  const host = URL.canParse(origin) ? new URL(origin).hostname : "";
  const isOrigin = host === relyingPartyId || host.endsWith(`.${relyingPartyId}`);
  return text(data, "type") === type && text(data, "challenge") === challenge && isOrigin;
}

function isFor(data: Buffer, { relyingPartyId, needsUserVerification }: Expected): boolean {
  const flags = data.readUInt8(32);
  const isParty = data.subarray(0, 32).equals(createHash("sha256").update(relyingPartyId).digest());
  const isVerified = !needsUserVerification || (flags & userVerified) !== 0;
  return isParty && (flags & userPresent) !== 0 && isVerified;
}

/** The bytes after the flags: counter, kind of authenticator, id and key. */
function credentialIn(data: Buffer): CreatedPasskey | undefined {
  if ((data.readUInt8(32) & hasCredential) === 0) return undefined;
  const idLength = data.readUInt16BE(53);
  const id = data.subarray(55, 55 + idLength).toString("base64url");
  const key = decodeCbor(data.subarray(55 + idLength));
  const found = key instanceof Map ? jwkOf(key) : undefined;
  return found && { id, counter: data.readUInt32BE(33), ...found };
}

function jwkOf(key: ReadonlyMap<Cbor, Cbor>): Pick<CreatedPasskey, "publicKey" | "algorithm"> | undefined {
  const part = (label: number): string | undefined => {
    const value = key.get(label);
    return Buffer.isBuffer(value) ? value.toString("base64url") : undefined;
  };
  const algorithm = key.get(3);
  if (algorithm === -7)
    return { algorithm, publicKey: { kty: "EC", crv: "P-256", x: part(-2), y: part(-3) } };
  if (algorithm === -257) return { algorithm, publicKey: { kty: "RSA", n: part(-1), e: part(-2) } };
  return undefined;
}

/** Browsers accept passkeys for the host of the page, which is this machine. In AWS, it is the pool's relying party. */
export const relyingPartyId = "localhost";

/** A passkey in the options of a browser. */
export const credentialOf = ({ id, transports }: Pick<Passkey, "id" | "transports">): object => ({
  type: "public-key",
  id,
  transports,
});

/** A value of CBOR, as far as authenticators write it. */
type Cbor = number | string | boolean | null | Buffer | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>;

/** Reads the first value; throws for bytes that are not CBOR. Source: https://www.rfc-editor.org/rfc/rfc8949 */
export function decodeCbor(bytes: Buffer): Cbor {
  return read(bytes, 0, 0)[0];
}

type Read = readonly [value: Cbor, next: number];
const maxDepth = 8;

function read(bytes: Buffer, at: number, depth: number): Read {
  if (depth > maxDepth) throw new Error("The value is too deep.");
  const first = bytes.readUInt8(at);
  const [kind, size] = [first >> 5, first & 31];
  if (kind === 7) return [simple(size), at + 1];
  const [count, next] = lengthAt(bytes, at, size);
  switch (kind) {
    case 0:
      return [count, next];
    case 1:
      return [-1 - count, next];
    case 2:
      return [slice(bytes, next, count), next + count];
    case 3:
      return [slice(bytes, next, count).toString("utf8"), next + count];
    case 4:
      return readList(bytes, next, count, depth);
    case 5:
      return readMap(bytes, next, count, depth);
    default:
      throw new Error("Tags are not read.");
  }
}

function lengthAt(bytes: Buffer, at: number, size: number): readonly [count: number, next: number] {
  if (size < 24) return [size, at + 1];
  if (size === 24) return [bytes.readUInt8(at + 1), at + 2];
  if (size === 25) return [bytes.readUInt16BE(at + 1), at + 3];
  if (size === 26) return [bytes.readUInt32BE(at + 1), at + 5];
  throw new Error("The length is too large.");
}

function slice(bytes: Buffer, from: number, count: number): Buffer {
  if (from + count > bytes.length) throw new Error("The value ends early.");
  return bytes.subarray(from, from + count);
}

function readList(bytes: Buffer, from: number, count: number, depth: number): Read {
  const list: Cbor[] = [];
  let at = from;
  for (let index = 0; index < count; index += 1) {
    const [value, next] = read(bytes, at, depth + 1);
    list.push(value);
    at = next;
  }
  return [list, at];
}

function readMap(bytes: Buffer, from: number, count: number, depth: number): Read {
  const [list, next] = readList(bytes, from, count * 2, depth);
  const flat = Array.isArray(list) ? (list as readonly Cbor[]) : [];
  const pairs = Array.from(
    { length: count },
    (_, index) => [flat[2 * index] ?? null, flat[2 * index + 1] ?? null] as const,
  );
  return [new Map(pairs), next];
}

function simple(size: number): Cbor {
  if (size === 20 || size === 21) return size === 21;
  return null;
}
