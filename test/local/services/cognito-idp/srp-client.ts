import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from "node:crypto";

/**
 * The client's half of SRP, written with plain numbers. The client of `amazon-cognito-identity-js` proves in another test
 * that both halves are Cognito's.
 */
const N = BigInt(`0x${getDiffieHellman("modp15").getPrime("hex")}`);
const g = 2n;
const k = numberOf(hash(padded(N), padded(g)));

export class SrpSession {
  private readonly a = numberOf(randomBytes(32));
  readonly A = power(g, this.a);

  get SRP_A(): string {
    return this.A.toString(16);
  }

  /** The responses that prove a password. */
  proof(
    { group, id }: { readonly group: string; readonly id: string },
    { SALT, SRP_B, SECRET_BLOCK }: Readonly<Record<"SALT" | "SRP_B" | "SECRET_BLOCK", string>>,
    password = "Correct-horse-1",
    TIMESTAMP = "Thu Jan 1 00:00:00 UTC 2026",
  ): object {
    const B = BigInt(`0x${SRP_B}`);
    const u = numberOf(hash(padded(this.A), padded(B)));
    const x = numberOf(hash(padded(BigInt(`0x${SALT}`)), hash(Buffer.from(`${group}${id}:${password}`))));
    const S = power((B + N - ((k * power(g, x)) % N)) % N, this.a + u * x);
    const key = Buffer.from(hkdfSync("sha256", padded(S), padded(u), "Caldera Derived Key", 16));
    const signature = createHmac("sha256", key)
      .update(group + id)
      .update(Buffer.from(SECRET_BLOCK, "base64"))
      .update(TIMESTAMP)
      .digest("base64");
    return { PASSWORD_CLAIM_SIGNATURE: signature, PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK, TIMESTAMP };
  }
}

/** The request of a client that confirms a device, and the verifier's password. */
export function deviceVerifier(
  group: string,
  key: string,
  password: string,
): { Salt: string; PasswordVerifier: string } {
  const salt = randomBytes(16);
  const x = numberOf(hash(padded(numberOf(salt)), hash(Buffer.from(`${group}${key}:${password}`))));
  return { Salt: salt.toString("base64"), PasswordVerifier: padded(power(g, x)).toString("base64") };
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square, rest] = [1n, base % N, exponent];
  while (rest > 0n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
    rest >>= 1n;
  }
  return result;
}

function padded(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, "hex");
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

function hash(...parts: readonly Buffer[]): Buffer {
  return createHash("sha256").update(Buffer.concat(parts)).digest();
}
