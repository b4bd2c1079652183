import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { rsaKeys } from "../../../support/rsa-keys";

const { privateKey, publicKey } = rsaKeys("provider");

/** A provider of OAuth 2.0 and OpenID Connect that checks what a client sends, as a strict one does. */
export class TestProvider {
  private readonly codes = new Map<string, URLSearchParams>();
  private readonly server = createServer((request, response) => void this.answer(request, response));
  /** The error with which the token endpoint refuses the next request. */
  refusal: string | undefined;

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The user signs in: where the provider sends the browser back to. */
  signIn(location: string): URL {
    const { searchParams } = new URL(location);
    const code = `code-${this.codes.size}`;
    this.codes.set(code, searchParams);
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.search = `${new URLSearchParams({ code, state: searchParams.get("state") ?? "" })}`;
    return back;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "" } = request;
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.startsWith("/.well-known")) {
      return void json(200, {
        issuer: this.url,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        jwks_uri: `${this.url}/keys`,
        id_token_signing_alg_values_supported: ["RS256"],
      });
    }
    if (url === "/keys") return void json(200, { keys: [publicKey.export({ format: "jwk" })] });
    const sent = new URLSearchParams(await text(request));
    const refusal = this.refusal ?? this.refusalOf(sent);
    this.refusal = undefined;
    if (refusal !== undefined) return void json(400, { error: refusal });
    const begun = this.codes.get(sent.get("code") ?? "");
    this.codes.delete(sent.get("code") ?? "");
    const { SignJWT } = await import("jose");
    const id_token = await new SignJWT({ nonce: begun?.get("nonce") ?? undefined, email: "ada@example.com" })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(this.url)
      .setAudience("app")
      .setSubject("u1")
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(privateKey);
    const isOidc = begun?.get("scope")?.includes("openid");
    json(200, { access_token: "at", token_type: "bearer", expires_in: 60, ...(isOidc && { id_token }) });
  }

  private refusalOf(sent: URLSearchParams): string | undefined {
    const begun = this.codes.get(sent.get("code") ?? "");
    if (begun === null || begun === undefined) return "invalid_grant";
    const challenge = createHash("sha256")
      .update(sent.get("code_verifier") ?? "")
      .digest("base64url");
    if (begun.get("code_challenge") !== challenge) return "invalid_grant";
    if (begun.get("redirect_uri") !== sent.get("redirect_uri")) return "invalid_grant";
    return sent.get("client_id") === "app" && sent.get("client_secret") === "hush"
      ? undefined
      : "invalid_client";
  }
}
