// The client of an API, for browsers and Node.js. It imports nothing, because the build also writes it as an ES module.

/** The types of a route. `serverform types` writes them. */
export interface RouteTypes {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly output: unknown;
  /** The bodies of errors, by status. */
  readonly errors: unknown;
}

/** The types of a route, from its handler: those of the schemas of `route`, and `unknown` for parts without a schema. */
export interface RouteOf<Handler, Path = Record<never, never>> extends RouteTypes {
  readonly path: PartOf<Handler, "path", Path>;
  readonly query: PartOf<Handler, "query", Query>;
  readonly body: PartOf<Handler, "body", unknown>;
  readonly output: SchemasOf<Handler> extends { readonly stream: string }
    ? string
    : SchemasOf<Handler> extends { readonly output: infer Schema }
      ? Json<InputOf<Schema>>
      : unknown;
  readonly errors: ErrorsOf<SchemasOf<Handler>>;
}

/** The query of a route without a schema. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
type SchemasOf<Handler> = Handler extends { readonly schemas: infer Schemas } ? Schemas : unknown;
type PartOf<Handler, Part extends string, Otherwise> =
  SchemasOf<Handler> extends { readonly [Name in Part]: infer Schema } ? InputOf<Schema> : Otherwise;

/** The values that a schema accepts. Source: https://standardschema.dev */
type InputOf<Schema> = Schema extends {
  readonly "~standard": { readonly types?: { readonly input: infer Input } | undefined };
}
  ? Input
  : unknown;

type ErrorsOf<Schemas> = (Schemas extends { readonly errors: infer Errors }
  ? { readonly [Status in keyof Errors]: Json<InputOf<Errors[Status]>> }
  : unknown) &
  (Schemas extends { readonly path: object } | { readonly query: object } | { readonly body: object }
    ? { readonly 400: ProblemDetails }
    : unknown);

/** A value after its way through JSON: a date is a string. */
export type Json<Value> = Value extends { toJSON(): infer Text }
  ? Text
  : Value extends object
    ? { [Key in keyof Value]: Json<Value[Key]> }
    : Value;

/** A request that does not match the schemas of its route. Source: https://www.rfc-editor.org/rfc/rfc9457 */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly { readonly in: string; readonly pointer: string; readonly detail: string }[];
}

/** The settings of a client. */
export interface ClientOptions {
  /**
   * The token of the caller, sent as `Authorization: Bearer`. A function is called for each request. It is called again, with `true`, if
   * the API refuses the token with status 401. Return a new token to send the request again, or `undefined`.
   *
   * @default - requests have no token
   */
  readonly token?: string | ((isRefused: boolean) => string | undefined | PromiseLike<string | undefined>);
  /** Headers of every request, such as `x-api-key`. @default - none */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests. @default - the global `fetch` */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The options that every call takes beside the request. */
interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/** A part may be left out if nothing in it is required. */
type Given<Name extends string, Value> =
  Record<never, never> extends Value ? { readonly [Key in Name]?: Value } : { readonly [Key in Name]: Value };

/** The arguments of a call of a route. */
export type RequestOf<Route extends RouteTypes> = Given<"path", Route["path"]> &
  Given<"query", Route["query"]> &
  Given<"body", Route["body"]> &
  CallOptions;

type Arguments<Route extends RouteTypes> =
  Record<never, never> extends RequestOf<Route> ? [request?: RequestOf<Route>] : [request: RequestOf<Route>];

type AnyRoutes<Routes> = { readonly [Key in keyof Routes]: RouteTypes };

/** The client of an API. */
export interface RoutesClient<Routes extends AnyRoutes<Routes>> {
  /**
   * Calls a route and returns the body of its answer; `undefined` without a body.
   *
   * Throws a `RouteError` if the status is 400 or above.
   */
  <Key extends keyof Routes & string>(
    key: Key,
    ...request: Arguments<Routes[Key]>
  ): Promise<Routes[Key]["output"]>;
  /** Calls a route and returns the parts of its answer as they come. Throws as a call does. */
  stream<Key extends keyof Routes & string>(
    key: Key,
    ...request: Arguments<Routes[Key]>
  ): AsyncGenerator<string, void, undefined>;
  /** Whether an error is the one that a route declares for a status. Its body then has a type. */
  isError<Key extends keyof Routes & string, Status extends keyof Routes[Key]["errors"] & number>(
    error: unknown,
    key: Key,
    status: Status,
  ): error is RouteError<Routes[Key]["errors"][Status]>;
}

/** An answer with a status of 400 or above. */
export class RouteError<Body = unknown> extends Error {
  override readonly name = "RouteError";

  constructor(
    /** The route that was called: `GET /notes/{id}`. */
    readonly route: string,
    readonly status: number,
    /** The body: a value if it is JSON, otherwise a text; `undefined` without a body. */
    readonly body: Body,
    readonly headers: Headers,
  ) {
    super(`${route}: status ${status}`);
  }
}

interface AnyRequest extends CallOptions {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * Creates the client of an API.
 *
 * @param url - the address of the API: the output of its construct
 * @example
 * const api = client<Routes>(apiUrl, { token: () => session.idToken });
 * const note = await api("GET /notes/{id}", { path: { id } });
 */
export function client<Routes extends AnyRoutes<Routes>>(
  url: string,
  options: ClientOptions = {},
): RoutesClient<Routes> {
  const base = url.replace(/\/+$/, "");
  const { token, headers: common, fetch: send = (address, init) => fetch(address, init) } = options;

  const respond = async (route: string, request: AnyRequest = {}): Promise<Response> => {
    const { body, headers, signal } = request;
    const method = route.split(" ", 1)[0];
    const attempt = (bearer: string | undefined): Promise<Response> =>
      send(base + pathOf(route, request), {
        method,
        signal,
        headers: {
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...common,
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      } as RequestInit);
    let response = await attempt(typeof token === "function" ? await token(false) : token);
    const renewed = response.status === 401 && typeof token === "function" && (await token(true));
    if (renewed) response = await attempt(renewed);
    if (response.status < 400) return response;
    throw new RouteError(route, response.status, await valueOf(response), response.headers);
  };

  const call = async (route: string, request?: AnyRequest): Promise<unknown> =>
    valueOf(await respond(route, request));
  async function* stream(route: string, request?: AnyRequest): AsyncGenerator<string, void, undefined> {
    const reader = (await respond(route, request)).body?.getReader();
    const decoder = new TextDecoder();
    try {
      for (let part = await reader?.read(); part?.value; part = await reader?.read())
        yield decoder.decode(part.value, { stream: true });
    } finally {
      await reader?.cancel();
    }
  }
  const isError = (error: unknown, route: string, status: number): boolean =>
    error instanceof RouteError && error.route === route && error.status === status;
  return Object.assign(call, { stream, isError }) as unknown as RoutesClient<Routes>;
}

/** `GET /files/{path+}` with its variables and query. A greedy variable keeps its slashes. */
function pathOf(route: string, { path = {}, query = {} }: AnyRequest): string {
  const filled = route
    .replace(/^\S+ /, "")
    .replace(/\{([^{}+]+)(\+?)\}/g, (_, name: string, greedy: string) => {
      const value = String(path[name] ?? "");
      // URLs drop these segments, which would call another route.
      if (value === "" || /(^|\/)\.\.?($|\/)/.test(value))
        throw new TypeError(`${route}: path.${name} is "${value}".`);
      const text = encodeURIComponent(value);
      return greedy ? text.replaceAll("%2F", "/") : text;
    });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined) search.append(name, String(each));
  const text = String(search);
  return text ? `${filled}?${text}` : filled;
}

async function valueOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  try {
    return /\bjson\b/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}
