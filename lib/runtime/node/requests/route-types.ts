import type { Caller } from "../caller";
import type { GatewayEvent, LambdaContext } from "./gateway-event";

import type { SchemaInput, SchemaOutput, StandardSchema } from "./standard-schema";

export type Schema = StandardSchema;

/** The schemas of a route. Each part of the request that has none is passed as it came. */
export interface RouteSchemas {
  /**
   * Groups of the user pool: a caller who is in none of them gets status 403. The function decides, so that it runs for refused
   * requests, too; the route needs an authorizer that reads tokens.
   *
   * @default - every caller whom the authorizer of the route accepts
   */
  readonly groups?: readonly string[];
  /** The variables of the path. */
  readonly path?: Schema;
  /** The query parameters: a string, or a list of strings if a parameter is repeated. */
  readonly query?: Schema;
  /** The body: JSON, or the fields of a form. */
  readonly body?: Schema;
  /** The response. It is checked only on your machine; a difference is a warning in the log, once per route. */
  readonly output?: Schema;
  /** The bodies of errors, by status. `context.fail` takes them. */
  readonly errors?: Readonly<Record<number, Schema>>;
  /**
   * Content type of a streamed response, such as `text/event-stream`: the code returns an async iterable of strings or
   * bytes. For function URLs and streaming routes of REST APIs.
   *
   * @default - the response is one JSON value
   */
  readonly stream?: string;
  /** Status of a response. @default 200, and 204 without an answer */
  readonly status?: number;
}

/** The request, as the schemas make it. */
export interface RouteInput<Schemas extends RouteSchemas> {
  readonly path: Part<Schemas["path"], Readonly<Record<string, string>>>;
  readonly query: Part<Schemas["query"], Readonly<Record<string, string | readonly string[]>>>;
  readonly body: Part<Schemas["body"], unknown>;
}

type Part<Given, Otherwise> = Given extends Schema ? SchemaOutput<Given> : Otherwise;
export type Answer<Schemas extends RouteSchemas> = Schemas["stream"] extends string
  ? AsyncIterable<string | Uint8Array>
  : Schemas["output"] extends Schema
    ? SchemaInput<Schemas["output"]>
    : unknown;
type Errors<Schemas extends RouteSchemas> = NonNullable<Schemas["errors"]>;

/** The invocation, beside the request: who called, and the event. */
export interface RouteContext<Schemas extends RouteSchemas = RouteSchemas> extends Caller {
  readonly event: GatewayEvent;
  readonly lambda: LambdaContext;
  /** Ends the request with a status and a body of `errors`. */
  fail<Status extends keyof Errors<Schemas> & number>(
    status: Status,
    body: SchemaInput<Errors<Schemas>[Status]>,
  ): never;
}

/** A problem of a request. Source: https://www.rfc-editor.org/rfc/rfc9457 */
export interface RouteProblem {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly { readonly in: string; readonly pointer: string; readonly detail: string }[];
}

export interface RouteResult {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A handler of HTTP APIs, REST APIs and function URLs. */
export interface RouteHandler<Schemas extends RouteSchemas = RouteSchemas> {
  (event: GatewayEvent, context: LambdaContext): Promise<RouteResult>;
  /** For tools, which read the contract of the route. */
  readonly schemas: Schemas;
}
