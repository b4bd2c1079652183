import { createHmac, type KeyObject } from "node:crypto";
import type { Issuers } from "../../../../lib/local/identities/issuers";
import { rsaKeys } from "../../../support/rsa-keys";

/** An issuer of tokens with one key, `k1`. */
export class TestIssuer implements Issuers {
  private constructor(
    private readonly url: string,
    private readonly privateKey: KeyObject,
    private readonly publicKey: KeyObject,
  ) {}

  /** @param name - the name of its key. Issuers with the same name have the same key. */
  static async create(url: string, name = url): Promise<TestIssuer> {
    const { privateKey, publicKey } = rsaKeys(name.replace(/\W/g, "_"));
    return new TestIssuer(url, privateKey, publicKey);
  }

  async keysOf(issuer: string) {
    if (issuer !== this.url) throw new Error(`unknown issuer ${issuer}`);
    return { keys: [{ ...this.publicKey.export({ format: "jwk" }), kid: "k1", use: "sig" }] };
  }

  async token(
    claims: Readonly<Record<string, unknown>>,
    header: { readonly alg?: string; readonly kid?: string } = { kid: "k1" },
  ) {
    const { SignJWT } = await import("jose");
    return new SignJWT({ iss: this.url, ...claims })
      .setProtectedHeader({ alg: "RS256", ...header })
      .sign(this.privateKey);
  }

  /** Signed by the public key as if it were a shared secret. */
  hmacToken(claims: Readonly<Record<string, unknown>>): string {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${encode({ alg: "HS256", kid: "k1" })}.${encode({ iss: this.url, ...claims })}`;
    const secret = this.publicKey.export({ format: "pem", type: "spki" });
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  }
}
