import {
  createDiffieHellman,
  createHash,
  createHmac,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
  randomInt,
} from "node:crypto";
import { isSameSecret } from "../../../facts/text/same-secret";
import { refusals } from "./errors";
import type { AddressAttribute, ClientSettings, PasswordPolicy, PoolSettings } from "./settings";
import type { CodePurpose, PendingCode, User } from "./users";

export { isSameSecret };

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
function verifierFor({ group, id }: SrpIdentity, password: string, salt: string): string {
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

interface Claim {
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

/** Six digits, as in mails and messages. */
export const createCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** The value of `SECRET_HASH` for a user name. */
export function secretHash(secret: string, username: string, clientId: string): string {
  return createHmac("sha256", secret)
    .update(username + clientId)
    .digest("base64");
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

/** A new secret of an authenticator app, as such apps take it. */
export function createTotpSecret(): string {
  return [...randomBytes(52)].map((byte) => alphabet[byte % 32]).join("");
}

/** The code that an authenticator app shows at a time. Source: https://www.rfc-editor.org/rfc/rfc6238 */
export function totpCode(secret: string, nowMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / stepMs)));
  const digest = createHmac("sha1", base32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}

/** The step of time of a code; undefined for a wrong code. Clocks may differ by one step. */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  const steps = [0, -1, 1].map((step) => nowMs + step * stepMs);
  const found = steps.find((each) => each >= 0 && totpCode(secret, each) === code);
  return found === undefined ? undefined : Math.floor(found / stepMs);
}

function base32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Refuses a request of a client with a secret that does not prove the secret, for one of the names of the user. */
export function checkSecretHash(
  { id, secret }: ClientSettings,
  names: string | readonly string[],
  given: string | undefined,
): void {
  if (secret === undefined) {
    if (given !== undefined)
      throw refusals.notAuthorized(`Client ${id} is not configured with secret but SECRET_HASH was received`);
    return;
  }
  if (given === undefined)
    throw refusals.notAuthorized(`Client ${id} is configured with secret but SECRET_HASH was not received`);
  const isProved = [names].flat().some((name) => isSameSecret(secretHash(secret, name, id), given));
  if (!isProved) throw refusals.notAuthorized(`Unable to verify secret hash for client ${id}`);
}

const hourMs = 3_600_000;
/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const validMs: Readonly<Record<string, number>> = { "forgot-password": hourMs };
const otherValidMs = 24 * hourMs;
const maxFailures = 5;

/** Makes a code; an earlier one for the same purpose is no longer valid. */
export function createPendingCode(
  user: User,
  purpose: CodePurpose,
  attribute: AddressAttribute,
  nowMs: number,
): string {
  const code = createCode();
  const expiresAt = nowMs + (validMs[purpose] ?? otherValidMs);
  user.codes[purpose] = { code, attribute, expiresAt, failures: 0 };
  return code;
}

/** Checks a code. The caller deletes it once nothing else can be refused. */
export function checkCode(user: User, purpose: CodePurpose, code: string, nowMs: number): PendingCode {
  const pending = user.codes[purpose];
  if (pending === undefined || nowMs >= pending.expiresAt) throw refusals.expiredCode();
  if (pending.failures >= maxFailures) throw refusals.tooManyCodes();
  if (!isSameSecret(pending.code, code)) {
    pending.failures += 1;
    throw refusals.wrongCode();
  }
  return pending;
}

/** The owner of a password, in the words of SRP: the pool's id without its region, and the name of the user. */
export const srpIdentity = ({ id }: PoolSettings, username: string): SrpIdentity => ({
  group: id.split("_").slice(1).join("_"),
  id: username,
});

/** Sets a password that the policy allows and that the user has not used lately. Only its verifier is kept. */
export function setPassword(settings: PoolSettings, user: User, password: string): void {
  const { passwordPolicy: policy } = settings;
  checkPassword(policy, password);
  const known = user.password === undefined ? [] : [user.password];
  const earlier = [...known, ...user.earlierPasswords].slice(0, policy.historySize);
  const identity = srpIdentity(settings, user.username);
  for (const { salt, verifier } of earlier) {
    if (verifierFor(identity, password, salt) === verifier) throw refusals.usedPassword();
  }
  user.earlierPasswords = earlier;
  storePassword(settings, user, password);
}

const dayMs = 86_400_000;

/** Sets a password that the user must replace at the first sign-in, within the days that the policy gives. */
export function setTemporaryPassword(
  settings: PoolSettings,
  user: User,
  password: string,
  nowMs: number,
): void {
  setPassword(settings, user, password);
  user.status = "FORCE_CHANGE_PASSWORD";
  user.temporaryUntil = nowMs + settings.passwordPolicy.temporaryDays * dayMs;
}

/** Sets a password without a check. */
export function storePassword(settings: PoolSettings, user: User, password: string): void {
  user.password = createVerifier(srpIdentity(settings, user.username), password);
  delete user.temporaryUntil;
}

/** Refuses another password than the user's, and counts the attempt. */
export function provePassword(settings: PoolSettings, user: User, password: string, nowMs: number): void {
  const { salt = "", verifier } = user.password ?? {};
  const identity = srpIdentity(settings, user.username);
  if (verifier !== undefined && isSameSecret(verifierFor(identity, password, salt), verifier)) return;
  noteFailure(user, nowMs);
  throw refusals.wrongPassword();
}

const freeFailures = 5;
const longestLockSeconds = 15 * 60;

/** Refuses a further attempt after many failed ones. */
export function checkNotLocked({ failures }: User, nowMs: number): void {
  if (nowMs < failures.lockedUntil) throw refusals.tooManyFailures();
}

/** Each failure after the fifth doubles the time during which no password is tried. */
export function noteFailure(user: User, nowMs: number): void {
  const count = user.failures.count + 1;
  const lockSeconds = count < freeFailures ? 0 : Math.min(2 ** (count - freeFailures), longestLockSeconds);
  user.failures = { count, lockedUntil: nowMs + lockSeconds * 1000 };
}

export function clearFailures(user: User): void {
  user.failures = { count: 0, lockedUntil: 0 };
}

/** A rule for passwords: a password that keeps it matches the pattern. */
export interface PasswordRule {
  /** In the words of a page: `At least 8 characters`. */
  readonly text: string;
  readonly pattern: RegExp;
  /** The reason of the refusal, in the words of the service. */
  readonly refusal: string;
}

const symbol = String.raw`[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~\`+=]`;
/** A space is a symbol, but not at either end. */
const symbols = new RegExp(`${symbol}|[^] [^]`);

/**
 * The rules of a pool, in the order in which the service names what is missing.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
export function passwordRules(policy: PasswordPolicy): readonly PasswordRule[] {
  const { minimumLength, needsLowercase, needsUppercase, needsNumbers, needsSymbols } = policy;
  const rule = (text: string, pattern: RegExp, refusal: string): PasswordRule => ({ text, pattern, refusal });
  return [
    rule(
      `At least ${minimumLength} characters`,
      new RegExp(`^[^]{${minimumLength},}$`),
      "Password not long enough",
    ),
    needsLowercase && rule("A lowercase letter", /[a-z]/, "Password must have lowercase characters"),
    needsUppercase && rule("An uppercase letter", /[A-Z]/, "Password must have uppercase characters"),
    needsNumbers && rule("A number", /[0-9]/, "Password must have numeric characters"),
    needsSymbols && rule("A symbol, such as - or !", symbols, "Password must have symbol characters"),
  ].filter((each) => each !== false);
}

/** Refuses a password that the policy does not allow. */
export function checkPassword(policy: PasswordPolicy, password: string): void {
  const [length, ...others] = passwordRules(policy);
  const broken = [length, tooLong, ...others].find(
    (each) => each !== undefined && !each.pattern.test(password),
  );
  if (broken !== undefined) throw refusals.badPassword(broken.refusal);
}

const tooLong: Pick<PasswordRule, "pattern" | "refusal"> = {
  pattern: /^.{0,256}$/s,
  refusal: "Password too long",
};
