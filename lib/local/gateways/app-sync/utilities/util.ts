import { randomBytes } from "node:crypto";
import { GivenPattern } from "../../../../facts/text/given-pattern";
import { isValues } from "../../../../model";
import { TemplateUtil } from "../../vtl/template-util";
import type { HandlerEffects } from "./invocation";
import { pureUtil, restrictedHeaders } from "./pure-util";
import { ResolverError, UnauthorizedSignal } from "./signals";

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/http-helpers-in-utils-http-js.html */
const maxHeaderBytes = 4096;

export const randomHex = (bytes: number): string => randomBytes(bytes).toString("hex");

/**
 * `util` of handlers, in JavaScript and in templates.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/built-in-util-js.html
 */
export function createUtil(effects: HandlerEffects) {
  const text = new TemplateUtil();
  const pure = pureUtil({ now: () => effects.clock.now(), mode: () => effects.mode, randomHex });
  return {
    ...pure,
    error: (message: unknown, type?: unknown, data?: unknown, info?: unknown): never => {
      throw errorOf(message, type, data, info);
    },
    appendError: (message: unknown, type?: unknown, data?: unknown, info?: unknown): void => {
      effects.append(errorOf(message, type, data, info));
    },
    unauthorized: (): never => {
      throw new UnauthorizedSignal();
    },
    escapeJavaScript: (value: unknown) => text.escapeJavaScript(value),
    urlEncode: (value: unknown) => text.urlEncode(value),
    urlDecode: (value: unknown) => text.urlDecode(value),
    base64Encode: (value: unknown) => text.base64Encode(value),
    base64Decode: (value: unknown) => text.base64Decode(value),
    matches: (pattern: unknown, value: unknown) =>
      new GivenPattern(`^(?:${String(pattern)})$`, "s").test(String(value)),
    http: { ...pure.http, ...httpUtil(effects) },
  };
}

function httpUtil({ responseHeaders }: HandlerEffects) {
  const addResponseHeader = (name: unknown, value: unknown): void => {
    const key = String(name).toLowerCase();
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(key) || /^x-amzn?-/.test(key) || restrictedHeaders.has(key)) {
      throw new ResolverError(`The response header ${JSON.stringify(name)} cannot be set.`, "Code");
    }
    const written = isValues(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
    responseHeaders.set(key, written.replace(/[\r\n]+/g, " "));
    const bytes = [...responseHeaders].reduce((sum, [each, text]) => sum + each.length + text.length, 0);
    if (bytes > maxHeaderBytes) throw new ResolverError("The response headers are larger than 4 KB.", "Code");
  };
  return {
    addResponseHeader,
    addResponseHeaders: (headers: unknown): void => {
      for (const [name, value] of Object.entries(isValues(headers) ? headers : {}))
        addResponseHeader(name, value);
    },
  };
}

function errorOf(message: unknown, type: unknown, data: unknown, info: unknown): ResolverError {
  const typeText = type === undefined || type === null ? null : String(type);
  return new ResolverError(String(message), typeText, data ?? null, info ?? null);
}
