import { ownValue } from "../../../facts/errors/own-value";
import { valueAt, valueText } from "../../wire/value-at";
import { textParts } from "../text-parts";
import { httpContextVariable } from "./context-variables";
import type { HttpExchange } from "./exchange";

/** The parts of an integration's response that mappings can read. */
interface AnswerParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The values that expressions can read besides the request. */
export interface ExpressionInput {
  /** The body of the request as JSON; undefined when it is not JSON. */
  readonly body?: unknown;
  readonly answer?: AnswerParts;
}

/** An expression that selects a value of each request: `$request.header.Authorization`. */
export interface RequestExpression {
  /** The expression without its dollar sign. */
  readonly text: string;
  value(exchange: HttpExchange, input: ExpressionInput): string | undefined;
}

/** Text in which `$request...`, `$context...` and `$stageVariables...` are filled in for each request. */
export interface RequestTemplate {
  readonly text: string;
  /** Whether it reads the body of the request. */
  readonly needsBody: boolean;
  /** Undefined when one of its values is missing. */
  render(exchange: HttpExchange, input?: ExpressionInput): string | undefined;
}

const embedded =
  /\$\{((?:request|response|context|stageVariables)\b[^}]*)\}|\$((?:request|response|context|stageVariables)\.[\w.$:[\]'*-]*[\w\]*])/g;

/** Parses a selection expression, such as the identity source of an authorizer. */
export function parseRequestExpression(written: string): RequestExpression {
  const text = written.replace(/^\$\{?/, "").replace(/\}$/, "");
  return { text, value: reader(text) };
}

/**
 * Parses a text with expressions in it.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html
 */
export function parseRequestTemplate(text: string): RequestTemplate {
  return templateOf(
    text,
    textParts(text, embedded, ([, inBraces, plain = ""]) => parseRequestExpression(inBraces ?? plain)),
  );
}

const variable = /\$\{stageVariables\.([^{}]+)\}|\{([^{}+]+)\+?\}/g;

/** Parses the address of an integration with path and stage variables: `https://example.com/{proxy}`. */
export function parseUri(text: string): RequestTemplate {
  return templateOf(
    text,
    textParts(text, variable, ([whole, ofStage, ofPath = ""]): RequestExpression => {
      if (ofStage !== undefined)
        return { text: whole, value: ({ stage }) => ownValue(stage?.variables, ofStage) ?? "" };
      return { text: whole, value: ({ pathParameters }) => encodePath(ownValue(pathParameters, ofPath)) };
    }),
  );
}

/** Encodes a decoded path, except for its slashes. */
function encodePath(path = ""): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function templateOf(text: string, parts: readonly (string | RequestExpression)[]): RequestTemplate {
  const needsBody = parts.some((part) => typeof part !== "string" && /^request\.body\b/.test(part.text));
  if (parts.every((part) => typeof part === "string")) return { text, needsBody, render: () => text };
  return {
    text,
    needsBody,
    render(exchange, input = {}) {
      let rendered = "";
      for (const part of parts) {
        const value = typeof part === "string" ? part : part.value(exchange, input);
        if (value === undefined) return undefined;
        rendered += value;
      }
      return rendered;
    },
  };
}

function reader(text: string): RequestExpression["value"] {
  const [scope, place, ...rest] = text.split(".");
  const name = rest.join(".");
  if (scope === "context") {
    const path = text.slice("context.".length);
    return (exchange) => valueText(httpContextVariable(exchange, path));
  }
  if (scope === "stageVariables") {
    const variable = text.slice("stageVariables.".length);
    return ({ stage }) => ownValue(stage?.variables, variable);
  }
  if (scope === "response") {
    if (place === "header") return (_, { answer }) => ownValue(answer?.headers, name.toLowerCase());
    if (place === "body") return (_, { answer }) => valueText(valueAt(answer?.body, name));
    return () => undefined;
  }
  if (scope !== "request") return () => undefined;
  switch (place) {
    case "header": {
      const header = name.toLowerCase();
      return ({ headers }) => ownValue(headers, header);
    }
    case "querystring":
      return ({ joinedQuery }) => ownValue(joinedQuery, name);
    case "path":
      return name === "" ? ({ path }) => path : ({ pathParameters }) => ownValue(pathParameters, name);
    case "body":
      return (_, { body }) => valueText(valueAt(body, name));
    default:
      return () => undefined;
  }
}

type Operation = "append" | "overwrite" | "remove";

/** Exported because the inferred type of `parseMapping` names it: declarations cannot be emitted without it. */
export interface Change {
  readonly operation: Operation;
  readonly name: string;
  readonly value: RequestTemplate;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html */
const reserved =
  /^(access-control-.*|apigw-.*|authorization|connection|content-(encoding|length|location)|forwarded|keep-alive|origin|proxy-authenticate|proxy-authorization|te|trailers?|transfer-encoding|upgrade|via|x-amzn?-.*|x-forwarded-(for|host|proto))$/;

const key = /^(append|overwrite|remove):(header|querystring|path|statuscode)(?:\.(.+))?$/i;

/**
 * Reads `request_parameters` of an integration, or the mappings of one status of `response_parameters`.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html
 */
export function parseMapping(written: Readonly<Record<string, string>>) {
  const headers: Change[] = [];
  const query: Change[] = [];
  let path: RequestTemplate | undefined;
  let status: RequestTemplate | undefined;
  for (const [at, text] of Object.entries(written)) {
    const [, operation, place, name = ""] = key.exec(at) ?? [];
    if (operation === undefined) continue;
    const value = parseRequestTemplate(text);
    const change = { operation: operation.toLowerCase() as Operation, name, value };
    switch (place?.toLowerCase()) {
      case "header":
        if (!reserved.test(name.toLowerCase())) headers.push({ ...change, name: name.toLowerCase() });
        break;
      case "querystring":
        query.push(change);
        break;
      case "path":
        path = value;
        break;
      default:
        status = value;
    }
  }
  const values = [...headers, ...query].map((change) => change.value);
  const all = path === undefined ? values : [...values, path];
  return { needsBody: all.some((value) => value.needsBody), headers, query, path, status };
}

/** Changes to a request or response, in the order of application. */
export type ParameterMapping = Readonly<ReturnType<typeof parseMapping>>;

/** Applies the changes to headers; names are in lower case. */
export function mapHeaders(
  headers: Record<string, string | string[]>,
  mapping: ParameterMapping,
  exchange: HttpExchange,
  input: ExpressionInput,
): void {
  for (const { operation, name, value } of mapping.headers) {
    if (operation === "remove") {
      delete headers[name];
      continue;
    }
    const rendered = value.render(exchange, input);
    if (rendered === undefined) continue;
    const before = headers[name];
    headers[name] =
      operation === "overwrite" || before === undefined
        ? rendered
        : [...(Array.isArray(before) ? before : [before]), rendered];
  }
}

/** Applies the changes to a query string. */
export function mapQuery(
  rawQuery: string,
  mapping: ParameterMapping,
  exchange: HttpExchange,
  input: ExpressionInput,
): string {
  if (mapping.query.length === 0) return rawQuery;
  const query = new URLSearchParams(rawQuery);
  for (const { operation, name, value } of mapping.query) {
    if (operation === "remove") {
      query.delete(name);
      continue;
    }
    const rendered = value.render(exchange, input);
    if (rendered === undefined) continue;
    if (operation === "append") query.append(name, rendered);
    else query.set(name, rendered);
  }
  return query.toString();
}
