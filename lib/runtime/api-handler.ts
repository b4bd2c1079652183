import { AsyncLocalStorage } from "node:async_hooks";
import {
  type GatewayEvent,
  type GatewayRequest,
  type LambdaContext,
  parseGatewayEvent,
} from "./gateway-event";

/** The request of the invocation that is running; each has its own, also when several run at the same time. */
const running = new AsyncLocalStorage<GatewayRequest>();

/** What a hook throws when the request is not what the code asks for; the handler answers with status 400. */
class BadRequestError extends Error {
  override readonly name = "BadRequestError";
}

/**
 * Makes the handler of a route, in whose code the `use...` functions read the request.
 *
 * Takes both payload formats of API Gateway, and function URLs. A body that is not what the code asks for is answered
 * with status 400; any other error is the gateway's 500.
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
      return await running.run(parseGatewayEvent(event), async () => answer(event, context));
    } catch (error) {
      if (error instanceof BadRequestError) return badRequest(error.message);
      throw error;
    }
  };
}

/** The answer to a request that is not what the code asks for. */
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

/** The body of the request as text, decoded; undefined without one. */
export function useBody(): string | undefined {
  const { body } = useRequest("useBody");
  return body === "" ? undefined : body;
}

/**
 * The body of the request, read as JSON; undefined without one. What is no JSON is answered with status 400.
 *
 * Its type is what the caller says: nothing checks it.
 */
export function useJsonBody<Body = unknown>(): Body | undefined {
  const { body } = useRequest("useJsonBody");
  if (body === "") return undefined;
  try {
    return JSON.parse(body) as Body;
  } catch {
    throw new BadRequestError("The body is no JSON.");
  }
}

/** The fields of a form that was sent as `application/x-www-form-urlencoded`; undefined when the body is no such form. */
export function useFormData(): URLSearchParams | undefined {
  return formOf(useRequest("useFormData"));
}

/** A field of a form; undefined when there is none of that name. */
export function useFormValue(name: string): string | undefined {
  return formOf(useRequest("useFormValue"))?.get(name) ?? undefined;
}

/** The headers of the request, by names in small letters. */
export function useHeaders(): Readonly<Record<string, string>> {
  return useRequest("useHeaders").headers;
}

/** A header of the request, whatever the case of its name. */
export function useHeader(name: string): string | undefined {
  return own(useRequest("useHeader").headers, name.toLowerCase());
}

/** The cookies of the request, by name. */
export function useCookies(): Readonly<Record<string, string>> {
  return cookiesOf(useRequest("useCookies"));
}

/** A cookie of the request. */
export function useCookie(name: string): string | undefined {
  return own(cookiesOf(useRequest("useCookie")), name);
}

/** The query parameters of the request; of one that is there several times, the last. */
export function useQueryParams(): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(useRequest("useQueryParams").query));
}

/** A query parameter of the request; of one that is there several times, the last. */
export function useQueryParam(name: string): string | undefined {
  return new URLSearchParams(useRequest("useQueryParam").query).getAll(name).at(-1);
}

function useRequest(hook: string): GatewayRequest {
  const request = running.getStore();
  if (request !== undefined) return request;
  throw new Error(`${hook} reads the request that is running: call it in the function given to ApiHandler.`);
}

function formOf({ headers, body }: GatewayRequest): URLSearchParams | undefined {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return type === "application/x-www-form-urlencoded" ? new URLSearchParams(body) : undefined;
}

/** Source: https://www.rfc-editor.org/rfc/rfc6265#section-5.4 */
function cookiesOf({ cookies }: GatewayRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    cookies.map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return [name.trim(), decoded(value.join("=").trim())];
    }),
  );
}

/** Most clients encode what cookies do not take; what is no encoding is the value itself. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const own = (record: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(record, name) ? record[name] : undefined;
