import { isRecord } from "../../facts/text/record";
/** The claims of callers. Add those of your pool by a declaration of this interface in `serverform/node/route`. */
export interface RouteClaims {
  /** The user, in tokens of a user pool and of most issuers. */
  readonly sub?: string;
  readonly [name: string]: unknown;
}

/** The caller of a function, as the authorizer of the gateway describes it. */
export interface Caller {
  /** The claims of the caller, from the authorizer of the route, as the gateway writes them; empty without one. */
  readonly claims: RouteClaims;
  /** The groups of the user pool that the caller is in: the claim `cognito:groups`. Empty without one. */
  readonly groups: readonly string[];
  /** The OAuth scopes of an access token: the claim `scope`, or `scp` of other issuers. Empty without one. */
  readonly scopes: readonly string[];
  /** A claim with a list, such as the roles of another issuer. Empty without the claim. */
  claimList(name: string): readonly string[];
}

/**
 * The caller of a function: through an HTTP, REST or WebSocket API, AppSync, the Events API, or a function URL.
 *
 * Gateways write a list in a token in different forms: HTTP APIs `[admins members]`, REST APIs `admins,members`, AppSync as a list, and the
 * token authorizer of a `WebSocketApi` as JSON. Comparing with one of these texts as a whole lets the wrong callers in.
 *
 * @example
 * if (!callerOf(event).groups.includes("admins")) return { statusCode: 403 };
 */
export function callerOf(event: object): Caller {
  const { claims, listOf } = placeOf(event);
  const claimList = (name: string): readonly string[] => listOf(claims[name]);
  const { scope } = claims;
  return {
    claims,
    groups: claimList("cognito:groups"),
    scopes: (typeof scope === "string" ? [scope] : claimList("scp")).flatMap((each) => wordsIn(each)),
    claimList,
  };
}

interface CallerEvent {
  /** Only in format 1.0 of an HTTP API and 2.0 of an HTTP API or a function URL. */
  readonly version?: unknown;
  /** The identity in AppSync: null for a caller with an API key. */
  readonly identity?: unknown;
  readonly requestContext?: { readonly authorizer?: unknown } | null;
}

interface Place {
  readonly claims: RouteClaims;
  readonly listOf: (value: unknown) => readonly string[];
}

/**
 * The place of the claims in an event, and the format of lists in it.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html,
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-enable-cognito-user-pool.html,
 * https://docs.aws.amazon.com/appsync/latest/devguide/resolver-context-reference-js.html
 */
function placeOf(event: object): Place {
  const { version, identity, requestContext } = event as CallerEvent;
  if (isRecord(identity)) {
    const claims = [identity.claims, identity.resolverContext].find(isRecord) ?? {};
    return { claims, listOf: inContext };
  }
  const authorizer = requestContext?.authorizer;
  if (!isRecord(authorizer)) return { claims: {}, listOf: inContext };
  const { jwt, lambda, claims } = authorizer;
  if (isRecord(jwt)) return { claims: isRecord(jwt.claims) ? jwt.claims : {}, listOf: inHttpApi };
  if (isRecord(claims)) return { claims, listOf: version === undefined ? inRestApi : inHttpApi };
  return { claims: isRecord(lambda) ? lambda : authorizer, listOf: inContext };
}

/** `[admins members]`. Names of groups have no spaces. */
function inHttpApi(value: unknown): readonly string[] {
  if (typeof value !== "string") return inContext(value);
  return value.startsWith("[") && value.endsWith("]") ? wordsIn(value.slice(1, -1)) : textsIn([value]);
}

/** `admins,members` */
const inRestApi = (value: unknown): readonly string[] =>
  typeof value === "string" ? textsIn(value.split(",")) : inContext(value);

/** A list from AppSync or from a function authorizer; as JSON or with commas if the gateway accepts only texts. */
function inContext(value: unknown): readonly string[] {
  if (Array.isArray(value)) return textsIn(value);
  if (typeof value !== "string") return [];
  const list = value.startsWith("[") ? jsonIn(value) : undefined;
  return Array.isArray(list) ? textsIn(list) : inRestApi(value);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const wordsIn = (text: string): readonly string[] => textsIn(text.split(/\s+/));

const textsIn = (values: readonly unknown[]): readonly string[] =>
  values.filter((each) => typeof each === "string" && each !== "") as readonly string[];
