import { identityPoolPrincipal, identityPools } from "../../facts/aws/principals";
import { type Model, text, texts } from "../../model";
import type { Timers } from "../invoke";
import { LocalIssuers } from "./local-issuers";
import type { PoolKeys } from "./pool-keys";
import { type Claims, issuerOf, type TokenCheck, TokenVerifier } from "./token-verifier";

export const identityIssuer = `https://${identityPools}`;

interface WebIdentitiesOptions {
  readonly model: Model;
  readonly keys: PoolKeys;
  readonly clock: Timers;
}

/** Verifies tokens of identity providers: local user pools, identity pools, and others over the network. */
export class WebIdentities {
  private readonly issuers: LocalIssuers;
  private readonly verifier: TokenVerifier;
  private model: Model;

  constructor(private readonly options: WebIdentitiesOptions) {
    const { model, keys, clock } = options;
    this.model = model;
    this.issuers = new LocalIssuers({ model, keys, clock });
    const keysOf = async (issuer: string) =>
      issuer === identityIssuer
        ? { keys: [{ ...(await keys.of(identityKeyName)).publicJwk, alg: "RS512" }] }
        : this.issuers.keysOf(issuer);
    this.verifier = new TokenVerifier({ keysOf }, clock);
  }

  replace(model: Model): void {
    this.model = model;
    this.issuers.replace(model);
  }

  /** Verifies a token of one provider, by its name without `https://`. */
  verify(token: string, provider: string, audiences: readonly string[]): Promise<TokenCheck> {
    return this.verifier.verify(token, { issuer: `https://${provider}`, audiences });
  }

  async sign(claims: Claims): Promise<string> {
    const { SignJWT } = await import("jose");
    const key = await this.options.keys.of(identityKeyName);
    return new SignJWT(claims).setProtectedHeader({ kid: key.id, alg: "RS512" }).sign(key.privateKey);
  }

  /** The provider of a token in trust policies, and its accepted clients; undefined for an unknown one. */
  trustedProvider(token: string) {
    const issuer = issuerOf(token);
    if (issuer === identityIssuer) {
      const clients = this.model
        .ofType("aws_cognito_identity_pool")
        .flatMap(({ values }) => text(values, "id") ?? []);
      return {
        name: identityPoolPrincipal(this.model.region),
        host: identityPools,
        clients,
      };
    }
    const host = issuer?.replace(/^https:\/\//, "").replace(/\/$/, "");
    const found = this.model.ofType("aws_iam_openid_connect_provider").find(
      ({ values }) =>
        text(values, "url")
          ?.replace(/^https:\/\//, "")
          .replace(/\/$/, "") === host,
    );
    if (host === undefined || found === undefined) return undefined;
    return { name: text(found.values, "arn") ?? "", host, clients: texts(found.values, "client_id_list") };
  }
}

const identityKeyName = "cognito-identity";
