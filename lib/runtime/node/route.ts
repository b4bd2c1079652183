import { type Caller, callerOf } from "./caller";
import { type GatewayEvent, type LambdaContext, parseGatewayEvent } from "./requests/gateway-event";
import { runInvocation } from "./requests/invocation";
import { parsedBody, pathOf, queryParametersOf } from "./requests/route-request";
import { streamed } from "./requests/route-stream";
import type {
  Answer,
  RouteContext,
  RouteHandler,
  RouteInput,
  RouteProblem,
  RouteResult,
  RouteSchemas,
  Schema,
} from "./requests/route-types";
import { pointerOf } from "./requests/standard-schema";

export type { Caller, RouteClaims } from "./caller";
export type {
  RouteContext,
  RouteHandler,
  RouteInput,
  RouteProblem,
  RouteResult,
  RouteSchemas,
} from "./requests/route-types";
export type { StandardSchema } from "./requests/standard-schema";

/** Ends a request with a status and a body. */
class Failure extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly type = "application/json",
  ) {
    super(`The request ends with status ${status}.`);
  }
}

/**
 * Creates the handler of a route from the schemas of its request and its answer.
 *
 * A request that a schema refuses gets status 400, a caller in none of the `groups` 403, and a `RouteProblem` of the type `application/problem+json`. Other
 * errors are those of the function, to which the gateway answers with status 500.
 *
 * @example
 * export const create = route({ body: noteInput, output: note, status: 201 }, async ({ body }) => save(body));
 */
export function route<const Schemas extends RouteSchemas>(
  schemas: Schemas,
  code: (
    input: RouteInput<Schemas>,
    context: RouteContext<Schemas>,
  ) => Answer<Schemas> | Promise<Answer<Schemas>>,
): RouteHandler<Schemas> {
  let hasDrifted = false;
  const run = async (event: GatewayEvent, lambda: LambdaContext) => {
    const caller = callerOf(event);
    checkGroups(schemas.groups, caller);
    const input = await inputOf(schemas, event);
    return code(input as RouteInput<Schemas>, { ...caller, event, lambda, fail });
  };
  const answer = async (event: GatewayEvent, lambda: LambdaContext): Promise<RouteResult> => {
    const output = await run(event, lambda);
    if (!hasDrifted && process.env.IS_LOCAL) hasDrifted = await warnOfDrift(schemas.output, output, event);
    if (output === undefined) return { statusCode: schemas.status ?? 204 };
    return json(schemas.status ?? 200, output, "application/json");
  };
  const handler =
    schemas.stream === undefined
      ? (event: GatewayEvent, lambda: LambdaContext) =>
          runInvocation("api", event, lambda, () => answer(event, lambda).catch(failed))
      : streamed({ type: schemas.stream, status: schemas.status ?? 200, failed }, (event, lambda) =>
          runInvocation("api", event, lambda, () => run(event, lambda)),
        );
  return Object.assign(handler, { schemas });
}

function checkGroups(allowed: readonly string[] | undefined, { groups }: Caller): void {
  if (allowed === undefined || allowed.some((each) => groups.includes(each))) return;
  throw refusal({
    title: "Forbidden",
    status: 403,
    detail: "The caller is in none of the groups of the route.",
    errors: [],
  });
}

const refusal = (problem: Omit<RouteProblem, "type">): Failure =>
  new Failure(problem.status, { type: "about:blank", ...problem }, "application/problem+json");

function fail(status: number, body: unknown): never {
  throw new Failure(status, body);
}

function failed(error: unknown): RouteResult {
  if (error instanceof Failure) return json(error.status, error.body, error.type);
  throw error;
}

const json = (statusCode: number, body: unknown, type: string): RouteResult => ({
  statusCode,
  headers: { "content-type": type },
  body: JSON.stringify(body),
});

/** Parses the parts of a request; the error response lists all problems. */
async function inputOf(schemas: RouteSchemas, event: GatewayEvent): Promise<RouteInput<RouteSchemas>> {
  const request = parseGatewayEvent(event);
  const given = { path: pathOf(event), query: queryParametersOf(request), body: parsedBody(request) };
  const errors: RouteProblem["errors"][number][] = [];
  const input: { -readonly [Part in keyof typeof given]: unknown } = { ...given, body: given.body.value };
  for (const part of ["path", "query", "body"] as const) {
    const schema = schemas[part];
    if (schema === undefined) continue;
    if (part === "body" && given.body.isMalformed) {
      errors.push({ in: part, pointer: "", detail: "The body is not valid JSON." });
      continue;
    }
    const result = await schema["~standard"].validate(input[part]);
    if (result.issues === undefined) input[part] = result.value;
    else
      for (const issue of result.issues)
        errors.push({ in: part, pointer: pointerOf(issue), detail: issue.message });
  }
  if (errors.length === 0) return input as RouteInput<RouteSchemas>;
  const detail = "The request does not match the contract of the route.";
  throw refusal({ title: "Bad Request", status: 400, detail, errors });
}

async function warnOfDrift(
  schema: Schema | undefined,
  output: unknown,
  event: GatewayEvent,
): Promise<boolean> {
  const result = await schema?.["~standard"].validate(output);
  if (result?.issues === undefined) return false;
  const { method, path } = parseGatewayEvent(event);
  const places = result.issues.map((issue) => `${pointerOf(issue) || "/"}: ${issue.message}`);
  console.warn(`The answer of ${method} ${path} does not match its schema. ${places.join("; ")}`);
  return true;
}
