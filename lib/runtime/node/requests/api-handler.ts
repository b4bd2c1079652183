import { Context } from "./context-values";
import {
  cookiesOf,
  type GatewayEvent,
  type GatewayRequest,
  isForm,
  type LambdaContext,
  parseGatewayEvent,
} from "./gateway-event";
import { runInvocation, useEvent, useInvocation } from "./invocation";

/** Thrown by a hook for an invalid request; the handler then responds with status 400. */
class BadRequestError extends Error {
  override readonly name = "BadRequestError";
}

/**
 * Creates the handler of a route. Its code reads the request with the `use...` functions.
 *
 * Supports both payload formats of API Gateway, and function URLs. An invalid body causes status 400; the gateway
 * responds with status 500 to any other error.
 *
 * @example
 * export const handler = ApiHandler(async () => {
 *   const { title } = useJsonBody<{ title?: string }>() ?? {};
 *   return { statusCode: 200, body: `Hello ${title}` };
 * });
 */
export function ApiHandler<Result, Event extends GatewayEvent = GatewayEvent>(
  answer: (event: Event, context: LambdaContext) => Result | Promise<Result>,
): (event: Event, context: LambdaContext) => Promise<Result | BadRequest> {
  return async (event, context) => {
    try {
      return await runInvocation("api", event, context, async () => answer(event, context));
    } catch (error) {
      if (error instanceof BadRequestError) return badRequest(error.message);
      throw error;
    }
  };
}

/** The response to an invalid request. */
export interface BadRequest {
  readonly statusCode: 400;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function badRequest(message: string): BadRequest {
  return {
    statusCode: 400,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message }),
  };
}

/** The decoded body of the request as text; undefined without a body. */
export function useBody(): string | undefined {
  const { body } = useRequest("useBody");
  return body === "" ? undefined : body;
}

/**
 * The body of the request, parsed as JSON; undefined without a body. A body that is not JSON causes status 400.
 *
 * The type is not checked at runtime.
 */
export function useJsonBody<Body = unknown>(): Body | undefined {
  const { body } = useRequest("useJsonBody");
  if (body === "") return undefined;
  try {
    return JSON.parse(body) as Body;
  } catch {
    throw new BadRequestError("The body is not valid JSON.");
  }
}

/** The fields of a form with the type `application/x-www-form-urlencoded`; undefined for other bodies. */
export function useFormData(): URLSearchParams | undefined {
  return formOf(useRequest("useFormData"));
}

/** A field of a form; undefined if the name is unknown. */
export function useFormValue(name: string): string | undefined {
  return formOf(useRequest("useFormValue"))?.get(name) ?? undefined;
}

/** The headers of the request, by lower-case name. */
export function useHeaders(): Readonly<Record<string, string>> {
  return useRequest("useHeaders").headers;
}

/** A header of the request; names are not case-sensitive. */
export function useHeader(name: string): string | undefined {
  return own(useRequest("useHeader").headers, name.toLowerCase());
}

/** The cookies of the request, by name. */
export function useCookies(): Readonly<Record<string, string>> {
  return decodedCookies(useRequest("useCookies"));
}

/** A cookie of the request. */
export function useCookie(name: string): string | undefined {
  return own(decodedCookies(useRequest("useCookie")), name);
}

/** The query parameters of the request; the last value of a repeated parameter. */
export function useQueryParams(): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(useRequest("useQueryParams").query));
}

/** A query parameter of the request; the last value of a repeated parameter. */
export function useQueryParam(name: string): string | undefined {
  return new URLSearchParams(useRequest("useQueryParam").query).getAll(name).at(-1);
}

/** The parts of the request's path, without the slashes: `/notes/1` is `["notes", "1"]`. */
export function usePath(): readonly string[] {
  return useRequest("usePath")
    .path.split("/")
    .filter((part) => part !== "");
}

/** The method of the request: `GET`, `POST`, ... */
export function useMethod(): string {
  return useRequest("useMethod").method;
}

/** The host that the client called; undefined for requests of the console's test page. */
export function useDomainName(): string | undefined {
  return useRequest("useDomainName").domainName;
}

const parsedRequest = Context.memo(() => parseGatewayEvent(useEvent("api")));

function useRequest(hook: string): GatewayRequest {
  if (useInvocation(hook).type === "api") return parsedRequest();
  throw new Error(
    `${hook} reads the request of a route: call it in the function that you pass to ApiHandler.`,
  );
}

const formOf = (request: GatewayRequest): URLSearchParams | undefined =>
  isForm(request) ? new URLSearchParams(request.body) : undefined;

const decodedCookies = (request: GatewayRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(cookiesOf(request)).map(([name, value]) => [name, decoded(value)]));

/** Most clients percent-encode cookie values; a value that is not encoded is returned unchanged. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const own = (record: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(record, name) ? record[name] : undefined;
