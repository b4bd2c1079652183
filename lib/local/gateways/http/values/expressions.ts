import { valueAt } from "../../../wire/value-at";
import { httpContextVariable } from "./context-variables";
import type { HttpRequestFacts } from "./request-facts";

/** The parts of an integration's response that mappings can read. */
export interface AnswerParts {
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
  value(exchange: HttpRequestFacts, input: ExpressionInput): string | undefined;
}

/** Text in which `$request...`, `$context...` and `$stageVariables...` are filled in for each request. */
export interface RequestTemplate {
  readonly text: string;
  /** Whether it reads the body of the request. */
  readonly needsBody: boolean;
  /** Undefined when one of its values is missing. */
  render(exchange: HttpRequestFacts, input?: ExpressionInput): string | undefined;
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
  const parts: (string | RequestExpression)[] = [];
  let end = 0;
  for (const match of text.matchAll(embedded)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(parseRequestExpression((match[1] ?? match[2]) as string));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
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
    return (exchange) => textOf(httpContextVariable(exchange, path));
  }
  if (scope === "stageVariables") {
    const variable = text.slice("stageVariables.".length);
    return ({ stage }) => own(stage?.variables, variable);
  }
  if (scope === "response") {
    if (place === "header") return (_, { answer }) => own(answer?.headers, name.toLowerCase());
    if (place === "body") return (_, { answer }) => textOf(valueAt(answer?.body, name));
    return () => undefined;
  }
  if (scope !== "request") return () => undefined;
  switch (place) {
    case "header": {
      const header = name.toLowerCase();
      return ({ headers }) => own(headers, header);
    }
    case "querystring":
      return ({ joinedQuery }) => own(joinedQuery, name);
    case "path":
      return name === "" ? ({ path }) => path : ({ pathParameters }) => own(pathParameters, name);
    case "body":
      return (_, { body }) => textOf(valueAt(body, name));
    default:
      return () => undefined;
  }
}

function own(map: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
