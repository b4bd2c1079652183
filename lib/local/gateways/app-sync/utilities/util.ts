import { isValues } from "../../../model/values";
import { TemplateUtil } from "../../vtl/template-util";
import { dynamodbUtil } from "./dynamodb-values";
import { identifiers } from "./identifiers";
import type { HandlerEffects } from "./invocation";
import { rdsToObjects } from "./rds-result";
import { ResolverError, UnauthorizedSignal } from "./signals";
import { timeUtil } from "./time";
import { transformUtil } from "./transform";
import { xmlToMap } from "./xml";

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/utility-helpers-in-util.html */
const authTypes: Readonly<Record<string, string>> = {
  API_KEY: "API Key Authorization",
  AWS_IAM: "IAM Authorization",
  AMAZON_COGNITO_USER_POOLS: "User Pool Authorization",
  OPENID_CONNECT: "Open ID Connect Authorization",
  AWS_LAMBDA: "Lambda Authorization",
};

/** Headers of a client that are not for another server. */
const restrictedHeaders: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/http-helpers-in-utils-http-js.html */
const maxHeaderBytes = 4096;

/**
 * `util` of handlers, in JavaScript and in templates.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/built-in-util-js.html
 */
export function createUtil(effects: HandlerEffects) {
  const text = new TemplateUtil();
  const now = (): number => effects.clock.now();
  return {
    autoId: identifiers.autoId,
    autoUlid: () => identifiers.autoUlid(now()),
    autoKsuid: () => identifiers.autoKsuid(now()),
    error: (message: unknown, type?: unknown, data?: unknown, info?: unknown): never => {
      throw errorOf(message, type, data, info);
    },
    appendError: (message: unknown, type?: unknown, data?: unknown, info?: unknown): void => {
      effects.append(errorOf(message, type, data, info));
    },
    unauthorized: (): never => {
      throw new UnauthorizedSignal();
    },
    authType: () => authTypes[effects.mode ?? ""] ?? "",
    escapeJavaScript: (value: unknown) => text.escapeJavaScript(value),
    urlEncode: (value: unknown) => text.urlEncode(value),
    urlDecode: (value: unknown) => text.urlDecode(value),
    base64Encode: (value: unknown) => text.base64Encode(value),
    base64Decode: (value: unknown) => text.base64Decode(value),
    matches: (pattern: unknown, value: unknown) =>
      new RegExp(`^(?:${String(pattern)})$`, "s").test(String(value)),
    time: timeUtil(effects.clock),
    dynamodb: dynamodbUtil,
    rds: {
      toJsonObject: rdsToObjects,
      toJsonString: (result: unknown) => JSON.stringify(rdsToObjects(result)),
    },
    http: httpUtil(effects),
    xml: {
      toMap: (xml: unknown) => xmlToMap(String(xml)),
      toJsonString: (xml: unknown, isEncoded?: unknown) => {
        const json = JSON.stringify(xmlToMap(String(xml)));
        return isEncoded === true ? JSON.stringify(json) : json;
      },
    },
    transform: transformUtil,
    math: {
      roundNum: (value: unknown) => Math.round(Number(value)),
      minVal: (one: unknown, other: unknown) => Math.min(Number(one), Number(other)),
      maxVal: (one: unknown, other: unknown) => Math.max(Number(one), Number(other)),
      randomDouble: () => Math.random(),
      randomWithinRange: (start: unknown, end: unknown) =>
        Number(start) + Math.floor(Math.random() * (Number(end) - Number(start))),
    },
    str: {
      toUpper: (value: unknown) => String(value).toUpperCase(),
      toLower: (value: unknown) => String(value).toLowerCase(),
      toReplace: (value: unknown, from: unknown, to: unknown) =>
        String(value).replaceAll(String(from), () => String(to)),
      normalize: (value: unknown, form: unknown) => String(value).normalize(String(form).toUpperCase()),
    },
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
    copyHeaders: (headers: unknown) =>
      Object.fromEntries(
        Object.entries(isValues(headers) ? headers : {}).filter(
          ([name]) => !restrictedHeaders.has(name.toLowerCase()),
        ),
      ),
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
