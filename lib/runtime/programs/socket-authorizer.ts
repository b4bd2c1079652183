import { JwtVerifier } from "aws-jwt-verify";
import { validateCognitoJwtFields } from "aws-jwt-verify/cognito-verifier";
import { FetchError, KidNotFoundInJwksError } from "aws-jwt-verify/error";
import { type PenaltyBox, SimpleJwksCache } from "aws-jwt-verify/jwk";
import { tokenVerifier } from "../../facts/aws/function-variables";
import { isTokenRefusal } from "../aws/token-refusal";
import { readAtMost } from "../limited-response";

/** The used parts of the gateway's event when a client connects. */
export interface ConnectRequest {
  readonly methodArn: string;
  readonly headers?: Texts | null | undefined;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null | undefined;
  readonly queryStringParameters?: Texts | null | undefined;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** The answer to the gateway. Values of the context must be texts, numbers or booleans; here all are texts. */
export interface SocketDecision {
  readonly principalId: string;
  readonly policyDocument: object;
  readonly context: Readonly<Record<string, string>>;
}

export interface TokenSettings {
  readonly issuer: string;
  readonly audience: readonly string[];
  /** `querystring.token`, `header.Authorization` or `subprotocol`. */
  readonly source: string;
  /** For tokens of a user pool: the accepted kind. */
  readonly tokenUse?: "access" | "id" | undefined;
  /** The address of the key with which a developer signs tokens of this issuer on `serverform local`. @default - none, as in AWS */
  readonly developerKeys?: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;
type Verify = (token: string) => Promise<Claims>;

/** A token that is not accepted. Other errors are about the issuer. */
class Refused extends Error {}

const issuerTimeoutMs = 3000;

/** Decides who may connect. The keys of the issuer are fetched once per container, and again for a token with an unknown key. */
export function socketAuthorizer(
  settings: TokenSettings,
): (request: ConnectRequest) => Promise<SocketDecision> {
  const verify = keptVerify(settings);
  return async (request) => {
    const { methodArn } = request;
    try {
      const sent = sentToken(request, settings.source);
      const claims = await verify(sent.token);
      const context = { ...claimTexts(claims), ...sent.context };
      return decision("Allow", methodArn, String(claims.sub ?? claims.client_id ?? "client"), context);
    } catch (error) {
      if (!(error instanceof Refused || isTokenRefusal(error))) throw error;
      console.info(`The connection is refused: ${error.message}`);
      return decision("Deny", methodArn, "nobody", {});
    }
  };
}

let authorize: ReturnType<typeof socketAuthorizer> | undefined;

/** The function of the authorizer. The accepted tokens are in its environment. */
export async function handler(request: ConnectRequest): Promise<SocketDecision> {
  const {
    [tokenVerifier.issuer]: issuer = "",
    [tokenVerifier.audience]: audience = "[]",
    [tokenVerifier.source]: source = "",
    [tokenVerifier.use]: tokenUse,
    SERVERFORM_ISSUER_KEYS: keys,
  } = process.env;
  authorize ??= socketAuthorizer({
    issuer,
    audience: JSON.parse(audience) as string[],
    source,
    tokenUse: tokenUse as TokenSettings["tokenUse"],
    developerKeys: keys && `${keys}?issuer=${encodeURIComponent(issuer)}`,
  });
  return authorize(request);
}

function decision(
  Effect: "Allow" | "Deny",
  Resource: string,
  principalId: string,
  context: SocketDecision["context"],
): SocketDecision {
  const Statement = [{ Action: "execute-api:Invoke", Effect, Resource }];
  return { principalId, policyDocument: { Version: "2012-10-17", Statement }, context };
}

interface SentToken {
  readonly token: string;
  readonly context: SocketDecision["context"];
}

function sentToken(request: ConnectRequest, source: string): SentToken {
  const dot = source.indexOf(".");
  const [place, name] = dot === -1 ? [source, ""] : [source.slice(0, dot), source.slice(dot + 1)];
  if (place === "subprotocol") return sentSubprotocol(request);
  const given =
    place === "header"
      ? headerValues(request, name)[0]?.replace(/^Bearer +/i, "")
      : request.queryStringParameters?.[name];
  if (given) return { token: given, context: {} };
  throw new Refused(`there is no token in ${source}.`);
}

/** Every header of a token begins with a brace and a quote. */
const tokenPattern = /^ey[\w-]*\.[\w-]+\.[\w-]+$/;

/** The token is one of the subprotocols that the client offers. The context has the one to select. */
function sentSubprotocol(request: ConnectRequest): SentToken {
  const offered = headerValues(request, "sec-websocket-protocol")
    .flatMap((value) => value.split(","))
    .map((each) => each.trim());
  const token = offered.find((each) => tokenPattern.test(each));
  if (token === undefined) throw new Refused("there is no token among the subprotocols.");
  return { token, context: { subprotocol: offered.find((each) => each !== token) ?? token } };
}

/** The values of a header. Clients write its name in upper or lower case. */
function headerValues({ headers, multiValueHeaders }: ConnectRequest, name: string): readonly string[] {
  const isIt = ([each]: readonly [string, unknown]) => each.toLowerCase() === name.toLowerCase();
  const [, values] = Object.entries(multiValueHeaders ?? {}).find(isIt) ?? [];
  const [, value] = Object.entries(headers ?? {}).find(isIt) ?? [];
  return values ?? (value === undefined ? [] : [value]);
}

/** Fetches the issuer's keys with the first token, and again after a failure. */
function keptVerify(settings: TokenSettings): Verify {
  let verify: Promise<Verify> | undefined;
  return async (token) => {
    verify ??= createVerify(settings);
    verify.catch(() => {
      verify = undefined;
    });
    return (await verify)(token);
  };
}

async function createVerify(settings: TokenSettings): Promise<Verify> {
  const { issuer, tokenUse, developerKeys } = settings;
  if (developerKeys !== undefined) {
    const verifyOfIssuer = keptVerify({ ...settings, developerKeys: undefined });
    // The key may be created at any time, so an unknown one always fetches again.
    const asksAgain = { wait: async () => {}, registerFailedAttempt() {}, registerSuccessfulAttempt() {} };
    const verifyOfDeveloper = verifyWith(developerKeys, settings, asksAgain);
    return (token) =>
      verifyOfDeveloper(token).catch((error) => {
        if (!(error instanceof KidNotFoundInJwksError)) throw error;
        return verifyOfIssuer(token);
      });
  }
  // A user pool has its keys at a known address.
  return verifyWith(
    tokenUse === undefined ? await discoveredKeys(issuer) : `${issuer}/.well-known/jwks.json`,
    settings,
  );
}

function verifyWith(
  jwksUri: string,
  { issuer, audience, tokenUse }: TokenSettings,
  penaltyBox?: PenaltyBox,
): Verify {
  const verifier = JwtVerifier.create(
    {
      issuer,
      jwksUri,
      // Checked below, since access tokens name their client in another claim.
      audience: null,
      customJwtCheck: ({ payload }) => {
        if (typeof payload.exp !== "number") throw new Refused("the token does not expire.");
        if (tokenUse === undefined) return checkAudience(payload, audience);
        validateCognitoJwtFields(payload, { tokenUse, clientId: [...audience] });
      },
    },
    { jwksCache: new SimpleJwksCache({ fetcher: { fetch: fetchBytes }, ...(penaltyBox && { penaltyBox }) }) },
  );
  return (token) => verifier.verify(token);
}

/** As in HTTP APIs, `client_id` counts only in tokens without `aud`. */
function checkAudience({ aud, client_id }: Claims, audience: readonly string[]): void {
  const given = [aud ?? client_id].flat();
  if (given.some((each) => audience.includes(String(each)))) return;
  throw new Refused(`the token is for ${given.map((each) => JSON.stringify(each)).join(", ")}.`);
}

/** Source: https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function discoveredKeys(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const document = JSON.parse(Buffer.from(await fetchBytes(address)).toString("utf8")) as {
    readonly jwks_uri?: unknown;
  } | null;
  const jwksUri = document?.jwks_uri;
  // Keys without TLS could come from any server. An issuer on this machine has no TLS either.
  const isSafe = typeof jwksUri === "string" && new URL(jwksUri).protocol === new URL(issuer).protocol;
  if (!isSafe) throw new Error(`${address} has no usable jwks_uri: ${JSON.stringify(jwksUri)}`);
  return jwksUri;
}

/** The documents of issuers are small. */
const maxDocumentBytes = 1024 * 1024;

async function fetchBytes(address: string): Promise<ArrayBuffer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(issuerTimeoutMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Uint8Array(await readAtMost(response, maxDocumentBytes)).buffer;
  } catch (error) {
    throw new FetchError(address, error);
  }
}

/** The gateway does not accept lists and objects: they become JSON. */
function claimTexts(claims: Claims): Record<string, string> {
  const texts = Object.entries(claims)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]);
  return Object.fromEntries(texts) as Record<string, string>;
}
