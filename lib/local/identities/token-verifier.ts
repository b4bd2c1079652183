import type { CryptoKey } from "jose" with { "resolution-mode": "import" };
import { jsonOf } from "../../facts/text/json";
import { isValues } from "../../model";
import type { Clock } from "../invoke";
import type { Issuers } from "./issuers";

/** The claims of a token whose signature was verified. */
export type Claims = Readonly<Record<string, unknown>>;

/** Whether a token is valid; if not, the reason in the gateway's words. */
export type TokenCheck =
  | { readonly accepted: true; readonly claims: Claims }
  | {
      readonly accepted: false;
      readonly reason: string;
      /** The reason with the compared values. Only for the log of this server. */
      readonly detail: string;
    };

export interface TokenRules {
  readonly issuer: string;
  /** `aud` must contain one of them, or `client_id` if the token has no `aud`. @default - any audience */
  readonly audiences?: readonly string[];
}

type Jwk = Readonly<Record<string, unknown>>;

interface KnownKeys {
  readonly jwks: readonly Jwk[];
  readonly until: number;
  /** Imported keys, by algorithm and key id. */
  readonly imported: Map<string, Promise<CryptoKey | Uint8Array>>;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html */
const algorithms: readonly string[] = ["RS256", "RS384", "RS512"];
const keysTtlMs = 2 * 60 * 60 * 1000;

/** Verifies JSON Web Tokens like the gateways, with the issuer's public keys. Without keys, no token is valid. */
export class TokenVerifier {
  private readonly known = new Map<string, KnownKeys>();

  constructor(
    private readonly issuers: Issuers,
    private readonly clock: Clock,
  ) {}

  /** Never rejects. */
  async verify(token: string, rules: TokenRules): Promise<TokenCheck> {
    const parts = token.split(".");
    const header = decodeObject(parts[0]);
    if (parts.length !== 3 || header === undefined)
      return refuse("token contains an invalid number of segments");
    const { alg, kid } = header;
    if (typeof alg !== "string" || !algorithms.includes(alg))
      return refuse(`signing method ${typeof alg === "string" ? alg : typeof alg} is invalid`);
    if (typeof kid !== "string") return refuse("kid is missing");
    let key: CryptoKey | Uint8Array | undefined;
    try {
      key = await this.findKey(rules.issuer, kid, alg);
    } catch (error) {
      const { message, cause } = error as Error;
      const detail = cause instanceof Error ? `${message}: ${cause.message}` : message;
      return refuse("OIDC discovery endpoint communication error", detail);
    }
    if (key === undefined) {
      return refuse("kid does not match a key of the issuer", `kid is ${shown(kid)}, issuer ${rules.issuer}`);
    }
    const { compactVerify } = await import("jose");
    try {
      await compactVerify(token, key, { algorithms: [alg] });
    } catch {
      return refuse("signature is invalid");
    }
    const claims = decodeObject(parts[1]);
    if (claims === undefined) return refuse("claims are invalid");
    const wrong = this.wrongClaim(claims, rules);
    return wrong === undefined ? { accepted: true, claims } : refuse(...wrong);
  }

  private wrongClaim(claims: Claims, { issuer, audiences }: TokenRules): Refusal | undefined {
    const now = Math.floor(this.clock.now() / 1000);
    if (claims.iss !== issuer) {
      return ["issuer does not match", `iss is ${shown(claims.iss)}, and the authorizer has ${issuer}`];
    }
    if (audiences !== undefined) {
      // If both claims exist, only aud counts.
      const given = claims.aud ?? claims.client_id;
      const list = Array.isArray(given) ? given : [given];
      if (!list.some((each) => audiences.includes(each))) {
        const claim = claims.aud === undefined ? "client_id" : "aud";
        const wanted = `the authorizer accepts ${audiences.join(", ")}`;
        return ["the token does not have a valid audience", `${claim} is ${shown(given)}, and ${wanted}`];
      }
    }
    if (typeof claims.exp !== "number" || claims.exp <= now) {
      return ["the token has expired", `exp is ${timeOf(claims.exp)}`];
    }
    if (claims.nbf !== undefined && !(typeof claims.nbf === "number" && claims.nbf <= now)) {
      return ["the token is not valid yet", `nbf is ${timeOf(claims.nbf)}`];
    }
    if (claims.iat !== undefined && !(typeof claims.iat === "number" && claims.iat <= now)) {
      return ["the token was used before it was issued", `iat is ${timeOf(claims.iat)}`];
    }
    return undefined;
  }

  private async findKey(
    issuer: string,
    kid: string,
    alg: string,
  ): Promise<CryptoKey | Uint8Array | undefined> {
    let keys = this.known.get(issuer);
    const isCurrent = keys !== undefined && this.clock.now() < keys.until;
    // An unknown key may be new, so the keys are fetched again.
    if (keys === undefined || !isCurrent || !keys.jwks.some((jwk) => jwk.kid === kid)) {
      keys = await this.fetchKeys(issuer, kid);
    }
    const jwk = keys.jwks.find((each) => each.kid === kid && each.kty === "RSA");
    if (jwk === undefined || (typeof jwk.alg === "string" && jwk.alg !== alg)) return undefined;
    const id = `${alg} ${kid}`;
    const imported = keys.imported.get(id) ?? importKey(jwk, alg);
    keys.imported.set(id, imported);
    return imported;
  }

  private async fetchKeys(issuer: string, kid: string): Promise<KnownKeys> {
    const { keys: jwks } = await this.issuers.keysOf(issuer, kid);
    const keys: KnownKeys = { jwks, until: this.clock.now() + keysTtlMs, imported: new Map() };
    this.known.set(issuer, keys);
    return keys;
  }
}

/** The scopes of a token, from `scope` or `scp`, as text or list. */
export function scopesOf(claims: Claims): readonly string[] {
  const given = claims.scope ?? claims.scp;
  if (typeof given === "string") return given.split(" ").filter((scope) => scope !== "");
  return Array.isArray(given) ? given.filter((scope) => typeof scope === "string") : [];
}

/** The issuer that a token claims, before it is verified. */
export function issuerOf(token: string): string | undefined {
  const [, claims, ...more] = token.split(".");
  const iss = more.length === 1 ? decodeObject(claims)?.iss : undefined;
  return typeof iss === "string" ? iss : undefined;
}

export function withoutBearer(value: string): string {
  return /^bearer\s+/i.test(value) ? value.replace(/^bearer\s+/i, "").trim() : value.trim();
}

/** The reason in AWS's words, and the detail. */
type Refusal = readonly [reason: string, detail?: string];

function refuse(...[reason, detail]: Refusal): TokenCheck {
  return { accepted: false, reason, detail: detail === undefined ? reason : `${reason} (${detail})` };
}

function shown(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 200);
}

/** A claim in seconds since 1970, readable. */
function timeOf(seconds: unknown): string {
  const date = new Date(typeof seconds === "number" ? seconds * 1000 : Number.NaN);
  return Number.isNaN(date.getTime()) ? shown(seconds) : date.toISOString();
}

async function importKey(jwk: Jwk, alg: string): Promise<CryptoKey | Uint8Array> {
  const { importJWK } = await import("jose");
  return importJWK({ ...jwk }, alg);
}

function decodeObject(part: string | undefined): Claims | undefined {
  const value = part === undefined ? undefined : jsonOf(Buffer.from(part, "base64url").toString("utf8"));
  return isValues(value) ? value : undefined;
}
