import {
  createDiffieHellman,
  createHash,
  createHmac,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
} from "node:crypto";

/**
 * Secure Remote Password, version 6a, on the server's side, as user pools use it: the 3072-bit group of RFC 3526 with
 * SHA-256. The server knows a verifier, and never the password.
 *
 * Sources: https://www.rfc-editor.org/rfc/rfc5054, and the client in
 * https://github.com/aws-amplify/amplify-js/tree/main/packages/auth/src/foundation
 */
export interface Verifier {
  /** Hexadecimal, as a number without leading zeros: some clients hash its digits, others its value. */
  readonly salt: string;
  /** Hexadecimal. */
  readonly verifier: string;
}

/** The owner of a password: the pool's name and the user, or a group of devices and a device. */
export interface SrpIdentity {
  readonly group: string;
  readonly id: string;
}

const prime = getDiffieHellman("modp15").getPrime();
const generator = Buffer.from([2]);
const N = toNumber(prime);
const k = toNumber(hash(padded(N), padded(2n)));
const secretBytes = 32;

/** The public value of the server, and the secret that belongs to it. */
export interface ServerValues {
  /** Hexadecimal. */
  readonly secret: string;
  /** Hexadecimal: `SRP_B`. */
  readonly publicValue: string;
}

export function createVerifier(identity: SrpIdentity, password: string): Verifier {
  const salt = toNumber(randomBytes(16)).toString(16);
  return { salt, verifier: verifierFor(identity, password, salt) };
}

/** The verifier that a password has with a salt; equal for equal passwords. */
export function verifierFor({ group, id }: SrpIdentity, password: string, salt: string): string {
  const x = hash(padded(BigInt(`0x${salt}`)), hash(Buffer.from(`${group}${id}:${password}`)));
  return toNumber(power(x)).toString(16);
}

export function serverValues({ verifier }: Verifier): ServerValues {
  const secret = randomBytes(secretBytes);
  const publicValue = (k * BigInt(`0x${verifier}`) + toNumber(power(secret))) % N;
  return { secret: secret.toString("hex"), publicValue: publicValue.toString(16) };
}

/** Whether a value can be a client's `SRP_A`. */
export function isPublicValue(text: string): boolean {
  return /^[0-9a-f]{1,768}$/i.test(text) && BigInt(`0x${text}`) % N !== 0n;
}

export interface Claim {
  readonly identity: SrpIdentity;
  readonly verifier: Verifier;
  readonly server: ServerValues;
  /** `SRP_A` of the client. */
  readonly clientValue: string;
  readonly secretBlock: Buffer;
  readonly timestamp: string;
}

/** The signature of a client that knows the password; undefined for values that no client sends. */
export function expectedSignature(claim: Claim): string | undefined {
  const { identity, verifier, server, clientValue, secretBlock, timestamp } = claim;
  const [a, b] = [BigInt(`0x${clientValue}`), BigInt(`0x${server.publicValue}`)];
  const u = hash(padded(a), padded(b));
  const vu = raised(BigInt(`0x${verifier.verifier}`), u);
  const shared = vu && raised((a * toNumber(vu)) % N, Buffer.from(server.secret, "hex"));
  if (shared === undefined) return undefined;
  const key = hkdfSync("sha256", padded(toNumber(shared)), padded(toNumber(u)), "Caldera Derived Key", 16);
  return createHmac("sha256", Buffer.from(key))
    .update(identity.group)
    .update(identity.id)
    .update(secretBlock)
    .update(timestamp)
    .digest("base64");
}

/** The generator to the power of an exponent. OpenSSL computes it: BigInt would take several times as long. */
function power(exponent: Buffer): Buffer {
  const group = createDiffieHellman(prime, generator);
  group.setPrivateKey(exponent);
  return group.generateKeys();
}

/** Undefined for a base outside of the group. */
function raised(base: bigint, exponent: Buffer): Buffer | undefined {
  const group = createDiffieHellman(prime, generator);
  group.setPrivateKey(exponent);
  try {
    return group.computeSecret(padded(base));
  } catch {
    return undefined;
  }
}

/** The bytes of a positive number in two's complement: the first bit is zero. */
function padded(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/i.test(even) ? `00${even}` : even, "hex");
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

function hash(...parts: readonly Buffer[]): Buffer {
  const sha = createHash("sha256");
  for (const part of parts) sha.update(part);
  return sha.digest();
}
