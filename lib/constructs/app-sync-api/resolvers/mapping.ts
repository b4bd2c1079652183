import type { Construct } from "constructs";
import { fail } from "../errors";
import { parseJavascript, parseTemplate, resolverHandlers } from "./javascript";

/** The checked mapping between a resolver and its data source. */
export interface ParsedMapping {
  readonly code: string | undefined;
  readonly request: string | undefined;
  readonly response: string | undefined;
}

interface GivenMapping {
  readonly code?: unknown;
  readonly requestMapping?: unknown;
  readonly responseMapping?: unknown;
}

/** Reads the mapping of a resolver or of a step. */
export function parseResolverMapping(api: Construct, prop: string, given: GivenMapping): ParsedMapping {
  const { code, requestMapping, responseMapping } = given;
  if (code !== undefined) {
    const other = (["requestMapping", "responseMapping"] as const).find((key) => given[key] !== undefined);
    if (other !== undefined) fail(api, "appsync-mapping-mixed", `${prop}.code`, { other });
    const missingIn = (names: readonly string[]) => resolverHandlers.filter((each) => !names.includes(each));
    return {
      code: parseJavascript(api, `${prop}.code`, code, missingIn),
      request: undefined,
      response: undefined,
    };
  }
  return {
    code: undefined,
    request: parseTemplate(api, `${prop}.requestMapping`, requestMapping),
    response: parseTemplate(api, `${prop}.responseMapping`, responseMapping),
  };
}

/** Refuses a missing mapping if the service needs one. Only functions take the unchanged context. */
export function requireMapping(api: Construct, prop: string, mapping: ParsedMapping, type: string): void {
  if (type === "function" || mapping.code !== undefined) return;
  if (mapping.request === undefined || mapping.response === undefined) {
    fail(api, "appsync-mapping-required", prop, { type });
  }
}
