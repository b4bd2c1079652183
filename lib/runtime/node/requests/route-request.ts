import type { GatewayEvent, GatewayRequest } from "./gateway-event";

/** The claims of callers. Add those of your pool by a declaration of this interface in `serverform/node/route`. */
export interface RouteClaims {
  /** The user, in tokens of a user pool and of most issuers. */
  readonly sub?: string;
  readonly [name: string]: unknown;
}

/** The parts of events that only routes have, in both payload formats. */
interface RouteParts {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | null;
  readonly requestContext: { readonly authorizer?: Readonly<Record<string, unknown>> | null };
}

export function pathOf(event: GatewayEvent): Readonly<Record<string, string>> {
  const { pathParameters } = event as GatewayEvent & RouteParts;
  return Object.fromEntries(
    Object.entries(pathParameters ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}

/** A parameter that is repeated is a list. */
export function queryParametersOf(
  request: GatewayRequest,
): Readonly<Record<string, string | readonly string[]>> {
  const query = new URLSearchParams(request.query);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

/** The body as a value: JSON, or the fields of a form. `curl -d` sends JSON with the type of a form, so the text decides first. */
export function parsedBody({ headers, body }: GatewayRequest): { value?: unknown; isMalformed: boolean } {
  if (body === "") return { isMalformed: false };
  try {
    return { value: JSON.parse(body), isMalformed: false };
  } catch {
    const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
    return isForm
      ? { value: Object.fromEntries(new URLSearchParams(body)), isMalformed: false }
      : { isMalformed: true };
  }
}

/**
 * The claims of a token, or what the function of an authorizer says about the caller.
 *
 * HTTP APIs put them under `jwt.claims` or `lambda`, REST APIs under `claims` or beside `principalId`.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 */
export function claimsOf(event: GatewayEvent): RouteClaims {
  const { authorizer } = (event as GatewayEvent & RouteParts).requestContext ?? {};
  if (!isRecord(authorizer)) return {};
  const { jwt, lambda, claims } = authorizer;
  const places = [isRecord(jwt) ? jwt.claims : undefined, claims, lambda, authorizer];
  return places.find(isRecord) ?? {};
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
