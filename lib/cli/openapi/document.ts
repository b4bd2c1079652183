import { join } from "node:path";
import { byKind } from "../../facts/text/by-kind";
import { onlyText } from "../../facts/text/record";
import { readJsonFile } from "../../kit/core";
import { type AccessFacts, type CallerFact, type RouteFact, throttleFinder } from "../../model";
import type { RouteContract } from "./contracts";
import { apisOf, describedContracts, isDescribable, operationsOf, variablesOf } from "./described-routes";
import { fail } from "./errors";

type Json = Readonly<Record<string, unknown>>;

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  /** Address of the API. @default - left out, because it is known only after a deployment */
  readonly server?: string | undefined;
}

export interface DocumentedRoute {
  readonly route: RouteFact;
  readonly contract: RouteContract | undefined;
  /** Requests per second, and the maximum burst. @default - only the limits of the account */
  readonly throttle?: { readonly rate: number; readonly burst: number } | undefined;
}

/**
 * The OpenAPI document of an API.
 *
 * It has version 3.1, and 3.2 if a route streams its answer, which only 3.2 can describe (`itemSchema`).
 * Source: https://spec.openapis.org/oas/v3.2.0.html#media-type-object
 */
export function openApiDocument(info: DocumentInfo, routes: readonly DocumentedRoute[]): Json {
  const schemes: Record<string, Json> = {};
  const paths: Record<string, Record<string, Json>> = {};
  const ids = new Set<string>();
  for (const { method, path, route } of operationsOf(routes, ({ route }) => route.key)) {
    const name = path.replace(/\{([^}+]+)\+\}/g, "{$1}");
    const item = paths[name] ?? {};
    paths[name] = item;
    const operationId = uniqueId(operationName(method.toLowerCase(), path), ids);
    item[method.toLowerCase()] ??= { operationId, ...operationOf(path, route, schemes) };
  }
  const { title, version, server } = info;
  const isStreaming = routes.some(({ contract }) => contract?.stream !== undefined);
  return {
    openapi: isStreaming ? "3.2.0" : "3.1.1",
    info: { title, version },
    ...(server !== undefined && { servers: [{ url: server }] }),
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => one.localeCompare(other))),
    components: { securitySchemes: schemes, schemas: { Problem: problemSchema } },
  };
}

function operationOf(
  path: string,
  { route, contract, throttle }: DocumentedRoute,
  schemes: Record<string, Json>,
): Json {
  const security = securityOf(route, schemes);
  const parameters = [...pathParameters(path, contract), ...queryParameters(contract)];
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(contract?.body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: contract.body } } },
    }),
    responses: {
      ...errorsOf(route),
      ...(throttle && { 429: { description: "More requests than the limits of the route allow." } }),
      ...refusalOf(contract),
      ...answersOf(contract),
    },
    security,
    // OpenAPI has no keyword for limits.
    ...(throttle && { "x-throttle": { rate: throttle.rate, burst: throttle.burst } }),
  };
}

/** Paths such as `/a-b` and `/aB` have the same name. */
function uniqueId(name: string, taken: Set<string>): string {
  let id = name;
  for (let count = 2; taken.has(id); count += 1) id = `${name}${count}`;
  taken.add(id);
  return id;
}

/** `GET /notes/{id}` is `getNotesById`. */
function operationName(method: string, path: string): string {
  const parts = path.split("/").filter((part) => part !== "");
  const words = parts.map((part) => {
    const isVariable = part.startsWith("{");
    const text = part.replace(/[^\w]+(\w)?/g, (_, next: string = "") => next.toUpperCase());
    return `${isVariable ? "By" : ""}${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  });
  return `${method}${words.join("") || "Root"}`;
}

function pathParameters(path: string, contract: RouteContract | undefined): readonly Json[] {
  const known = propertiesOf(contract?.path);
  return variablesOf(path).map((name) => ({
    name,
    in: "path",
    required: true,
    schema: known.get(name)?.schema ?? { type: "string" },
  }));
}

function queryParameters(contract: RouteContract | undefined): readonly Json[] {
  return [...propertiesOf(contract?.query)].map(([name, { schema, isRequired }]) => ({
    name,
    in: "query",
    ...(isRequired && { required: true }),
    schema,
  }));
}

function propertiesOf(schema: Json | undefined): ReadonlyMap<string, { schema: Json; isRequired: boolean }> {
  const properties = (schema?.properties ?? {}) as Readonly<Record<string, Json>>;
  const required = (schema?.required ?? []) as readonly string[];
  return new Map(
    Object.entries(properties).map(([name, each]) => [
      name,
      { schema: each, isRequired: required.includes(name) },
    ]),
  );
}

/** Each element is one way to call the route; an empty one allows everyone. */
function securityOf({ callers, needsApiKey }: RouteFact, schemes: Record<string, Json>): readonly Json[] {
  if (needsApiKey) schemes.apiKey = keyScheme;
  return callers.map((caller) => {
    const own = requirementOf(caller, schemes);
    return needsApiKey ? { ...own, apiKey: [] } : own;
  });
}

type Schemes = Record<string, Json>;

const requirementOf = byKind<CallerFact, "type", [schemes: Schemes], Json>("type", {
  anyone: () => ({}),
  key: (_caller, schemes) => {
    schemes.apiKey = keyScheme;
    return { apiKey: [] };
  },
  iam: (_caller, schemes) => {
    schemes.iam = {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      "x-amazon-apigateway-authtype": "awsSigv4",
    };
    return { iam: [] };
  },
  token: ({ authorizer, scopes }, schemes) => {
    const name = schemeName(authorizer);
    schemes[name] = { type: "http", scheme: "bearer", bearerFormat: "JWT" };
    return { [name]: scopes };
  },
  function: ({ authorizer, sources }, schemes) => {
    const name = schemeName(authorizer);
    const header = sources.map((each) => /header\.([\w-]+)$/i.exec(each)?.[1]).find(Boolean);
    schemes[name] = { type: "apiKey", in: "header", name: header ?? "Authorization" };
    return { [name]: [] };
  },
});

const keyScheme: Json = { type: "apiKey", in: "header", name: "x-api-key" };

/** Names of schemes consist of these characters. Source: https://spec.openapis.org/oas/v3.1.1.html#components-object */
const schemeName = (authorizer: string): string => authorizer.replace(/[^\w.-]+/g, "-");

/** The gateway's own error responses, by its checks. */
function errorsOf({ callers, needsApiKey }: RouteFact): Json {
  const isOpen = callers.some(({ type }) => type === "anyone");
  const hasToken = callers.some(({ type }) => type === "token" || type === "function");
  return {
    ...(hasToken && !isOpen && { 401: { description: "The token is missing or not valid." } }),
    ...((needsApiKey || !isOpen) && { 403: { description: "The caller may not call this route." } }),
  };
}

function refusalOf(contract: RouteContract | undefined): Json {
  const isChecked = [contract?.path, contract?.query, contract?.body].some((schema) => schema !== undefined);
  if (!isChecked) return {};
  const schema = { $ref: "#/components/schemas/Problem" };
  return {
    400: {
      description: "The request does not match the contract of the route.",
      content: { "application/problem+json": { schema } },
    },
  };
}

function answersOf(contract: RouteContract | undefined): Json {
  if (contract === undefined) return { default: { description: "The answer of the function." } };
  const { output, errors, stream, status } = contract;
  const content =
    stream !== undefined
      ? { [stream]: { itemSchema: output ?? {} } }
      : output && { "application/json": { schema: output } };
  const failures = Object.entries(errors).map(([code, schema]) => [
    code,
    { description: "An error of the function.", content: { "application/json": { schema } } },
  ]);
  const success = { description: "Success", ...(content !== undefined && { content }) };
  return { ...Object.fromEntries(failures), [status ?? (content === undefined ? 204 : 200)]: success };
}

/** Source: https://www.rfc-editor.org/rfc/rfc9457 */
const problemSchema: Json = {
  type: "object",
  required: ["type", "title", "status", "detail", "errors"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["in", "pointer", "detail"],
        properties: { in: { type: "string" }, pointer: { type: "string" }, detail: { type: "string" } },
      },
    },
  },
};

interface GenerateOptions {
  /** Name of the API. @default - the only one */
  readonly api?: string | undefined;
  readonly server?: string | undefined;
  /** Version of the API. @default - the version in `package.json` of `root`, or 1.0.0 */
  readonly version?: string | undefined;
  readonly root: string;
}

/** The OpenAPI document of an API, and notes about its missing parts. */
interface GeneratedDocument {
  readonly document: object;
  readonly notes: readonly string[];
}

export function generateDocument(facts: AccessFacts, options: GenerateOptions): GeneratedDocument {
  const title = chooseApi(facts.routes, options.api);
  const routes = facts.routes.filter((route) => isDescribable(route) && route.api === title);
  const { contractOf, notes } = describedContracts(facts, routes, options.root);
  const throttleOf = throttleFinder(facts.model);
  const documented = routes.map((route) => ({
    route,
    contract: contractOf(route),
    throttle: throttleOf(route),
  }));
  const version = options.version ?? packageVersion(options.root) ?? "1.0.0";
  const document = openApiDocument({ title, version, server: options.server }, documented);
  const others = routes.filter(({ key }) => !key.includes(" "));
  const unnamed = others.map(({ key }) => `${key}: OpenAPI cannot describe a route without a path.`);
  return { document, notes: [...facts.problems, ...notes, ...unnamed] };
}

function chooseApi(routes: readonly RouteFact[], api: string | undefined): string {
  const names = apisOf(routes);
  const [first] = names;
  if (first === undefined) return fail("serverform openapi", "openapi-api-none", "--api", undefined);
  if (api === undefined && names.length === 1) return first;
  if (api === undefined) return fail("serverform openapi", "openapi-api-required", "--api", { names });
  return names.includes(api)
    ? api
    : fail("serverform openapi", "openapi-api-unknown", "--api", { value: api, names });
}

function packageVersion(root: string): string | undefined {
  const version = readJsonFile(join(root, "package.json")).value?.version;
  return onlyText(version);
}
