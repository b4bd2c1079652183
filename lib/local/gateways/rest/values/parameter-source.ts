import { restContextVariable } from "./context-variables";
import type { IntegrationAnswer } from "./integration-answer";
import { parseJsonPath } from "./json-path";
import type { RestRequestFacts } from "./request-facts";

/** The source of a mapped value: `method.request.header.X`, `context.x`, `'a text'`. */
export interface ParameterSource {
  readonly text: string;
  /** Undefined when the request or response has no such value. */
  value(exchange: RestRequestFacts, answer?: IntegrationAnswer): string | undefined;
}

type Read = ParameterSource["value"];

const nothing: Read = () => undefined;

/**
 * Parses the source of a mapping.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html
 */
export function parseSource(written: string): ParameterSource {
  const text = written.trim();
  return { text, value: reader(text) };
}

function reader(text: string): Read {
  const literal = /^'([\s\S]*)'$/.exec(text)?.[1];
  if (literal !== undefined) return () => literal;
  const [scope = "", ...rest] = text.split(".");
  switch (scope) {
    case "context": {
      const path = rest.join(".");
      return (exchange) => textOf(restContextVariable(exchange, path));
    }
    case "stageVariables": {
      const name = rest.join(".");
      return ({ stage }) => own(stage?.variables, name);
    }
    case "method":
      return rest[0] === "request" ? requestReader(rest[1], rest.slice(2).join(".")) : nothing;
    case "integration":
      return rest[0] === "response" ? answerReader(rest[1], rest.slice(2).join(".")) : nothing;
    default:
      return nothing;
  }
}

function requestReader(place: string | undefined, name: string): Read {
  switch (place) {
    case "header":
      return (exchange) => exchange.header(name);
    case "multivalueheader": {
      const key = name.toLowerCase();
      return ({ headers }) => headers.byName.get(key)?.join(",");
    }
    case "querystring":
      return ({ query }) => own(query?.single, name);
    case "multivaluequerystring":
      return ({ query }) => own(query?.multi, name)?.join(",");
    case "path":
      return ({ pathParameters }) => own(pathParameters, name);
    case "body":
      return bodyReader(name, (exchange) => exchange.bodyJson) ?? (({ bodyText }) => bodyText);
    default:
      return nothing;
  }
}

function answerReader(place: string | undefined, name: string): Read {
  const key = name.toLowerCase();
  switch (place) {
    case "header":
      return (_, answer) => answer?.headers.get(key)?.at(-1);
    case "multivalueheader":
      return (_, answer) => answer?.headers.get(key)?.join(",");
    case "body":
      return bodyReader(name, (_, answer) => answer?.json) ?? ((_, answer) => answer?.body.toString("utf8"));
    default:
      return nothing;
  }
}

/** Undefined for the whole body. */
function bodyReader(
  path: string,
  json: (exchange: RestRequestFacts, answer?: IntegrationAnswer) => unknown,
): Read | undefined {
  if (path === "") return undefined;
  const parsed = parseJsonPath(path.startsWith("$") ? path : `$.${path}`);
  return (exchange, answer) => textOf(parsed.find(json(exchange, answer)));
}

function own<Value>(map: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
