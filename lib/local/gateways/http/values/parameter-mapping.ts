import { type ExpressionInput, parseRequestTemplate, type RequestTemplate } from "./expressions";
import type { HttpRequestFacts } from "./request-facts";

type Operation = "append" | "overwrite" | "remove";

interface Change {
  readonly operation: Operation;
  readonly name: string;
  readonly value: RequestTemplate;
}

/** Changes to a request or response, in the order of application. */
export interface ParameterMapping {
  readonly needsBody: boolean;
  readonly headers: readonly Change[];
  readonly query: readonly Change[];
  readonly path: RequestTemplate | undefined;
  readonly status: RequestTemplate | undefined;
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
export function parseMapping(written: Readonly<Record<string, string>>): ParameterMapping {
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

/** Applies the changes to headers; names are in lower case. */
export function mapHeaders(
  headers: Record<string, string | string[]>,
  mapping: ParameterMapping,
  exchange: HttpRequestFacts,
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
  exchange: HttpRequestFacts,
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
