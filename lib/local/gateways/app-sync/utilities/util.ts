import { isRecord } from "../../../../facts/text/record";
import type { Clock } from "../../../invoke";
import { readXml, type XmlElement } from "../../../wire/xml";
import { TemplateUtil, textOf } from "../../vtl/template-util";
import { conditionOf } from "./conditions";
import { dynamodbUtil } from "./dynamodb-values";
import type { FilterEntry, FilterGroups } from "./filter";
import type { HandlerEffects } from "./invocation";
import { rdsToObjects } from "./rds-result";
import { ResolverError, UnauthorizedSignal } from "./signals";
import { timeUtil } from "./time";

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

/** The parts of utilities that templates have from Node, and the handlers' world from its thread. */
interface UtilHost {
  /** Returns this number of random bytes, as hexadecimal digits. */
  randomHex(bytes: number): string;
  recode(text: string, from: "utf8" | "base64", to: "utf8" | "base64"): string;
  /** Regular expressions of the app. */
  readonly GivenPattern: new (
    pattern: string,
    flags: string,
  ) => RegExp;
}

/**
 * `util` of handlers, in JavaScript and in templates. It also runs in the handlers' world, which does not have Node.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/built-in-util-js.html
 */
export function createUtil(effects: HandlerEffects, { randomHex, recode, GivenPattern }: UtilHost) {
  const text = new TemplateUtil();
  return {
    ...identifiers(randomHex, effects.clock),
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
    base64Encode: (value: unknown) => recode(textOf(value), "utf8", "base64"),
    base64Decode: (value: unknown) => recode(textOf(value), "base64", "utf8"),
    matches: (pattern: unknown, value: unknown) =>
      new GivenPattern(`^(?:${String(pattern)})$`, "s").test(String(value)),
    authType: () => authTypes[effects.mode ?? ""] ?? "",
    time: timeUtil(effects.clock),
    dynamodb: dynamodbUtil,
    rds: {
      toJsonObject: rdsToObjects,
      toJsonString: (result: unknown) => JSON.stringify(rdsToObjects(result)),
    },
    http: {
      copyHeaders: (headers: unknown) =>
        Object.fromEntries(
          Object.entries(isRecord(headers) ? headers : {}).filter(
            ([name]) => !restrictedHeaders.has(name.toLowerCase()),
          ),
        ),
      ...responseHeaderUtil(effects),
    },
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

function responseHeaderUtil({ responseHeaders }: HandlerEffects) {
  const addResponseHeader = (name: unknown, value: unknown): void => {
    const key = String(name).toLowerCase();
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(key) || /^x-amzn?-/.test(key) || restrictedHeaders.has(key)) {
      throw new ResolverError(`The response header ${JSON.stringify(name)} cannot be set.`, "Code");
    }
    const written = isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
    responseHeaders.set(key, written.replace(/[\r\n]+/g, " "));
    const bytes = [...responseHeaders.entries()].reduce((sum, entry) => sum + entry.join("").length, 0);
    if (bytes > maxHeaderBytes) throw new ResolverError("The response headers are larger than 4 KB.", "Code");
  };
  return {
    addResponseHeader,
    addResponseHeaders: (headers: unknown): void => {
      for (const [name, value] of Object.entries(isRecord(headers) ? headers : {}))
        addResponseHeader(name, value);
    },
  };
}

function errorOf(message: unknown, type: unknown, data: unknown, info: unknown): ResolverError {
  const typeText = type === undefined || type === null ? null : String(type);
  return new ResolverError(String(message), typeText, data ?? null, info ?? null);
}

/**
 * Reads XML as an object: elements by name, repeated elements as a list, attributes beside them, digits as numbers.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/xml-helpers-in-utils-xml-js.html
 */
export const xmlToMap = (xml: string): unknown => membersOf(readXml(xml, false));

function membersOf({ attributes, elements }: XmlElement): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of attributes) put(members, name, typed(value));
  for (const each of elements) put(members, each.name, valueOf(each));
  return members;
}

function valueOf(element: XmlElement): unknown {
  const members = membersOf(element);
  const text = element.text.trim();
  if (Object.keys(members).length === 0) return typed(text);
  if (text !== "") put(members, "content", typed(text));
  return members;
}

/** A name that comes again makes a list. */
function put(into: Record<string, unknown>, name: string, value: unknown): void {
  const before = Object.hasOwn(into, name) ? into[name] : undefined;
  if (Array.isArray(before)) before.push(value);
  else {
    const next = before === undefined ? value : [before, value];
    Object.defineProperty(into, name, { value: next, enumerable: true, configurable: true, writable: true });
  }
}

function typed(text: string): unknown {
  if (/^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : text;
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The epoch of KSUIDs: 2014-05-13. */
const ksuidEpochSeconds = 1_400_000_000;

/** Identifiers that are different each time. */
function identifiers(randomHex: UtilHost["randomHex"], clock: Clock) {
  return {
    autoId: () => uuid(randomHex(16)),
    /** Source of the layout: https://github.com/ulid/spec */
    autoUlid: () => inAlphabet((BigInt(clock.now()) << 80n) | BigInt(`0x${randomHex(10)}`), crockford, 26),
    /** Source of the layout: https://github.com/segmentio/ksuid */
    autoKsuid: () => {
      const seconds = BigInt(Math.floor(clock.now() / 1000) - ksuidEpochSeconds);
      return inAlphabet((seconds << 128n) | BigInt(`0x${randomHex(16)}`), base62, 27);
    },
  };
}

/** Source of the layout: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-4 */
function uuid(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16);
  const all = `${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17)}`;
  return [all.slice(0, 8), all.slice(8, 12), all.slice(12, 16), all.slice(16, 20), all.slice(20)].join("-");
}

function inAlphabet(value: bigint, alphabet: string, length: number): string {
  const base = BigInt(alphabet.length);
  let text = "";
  for (let left = value; text.length < length; left /= base)
    text = alphabet.charAt(Number(left % base)) + text;
  return text;
}

/**
 * `util.transform`.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/transformation-helpers-in-utils-transform-js.html
 */
const transformUtil = {
  /** JSON text. */
  toDynamoDBFilterExpression: expressionJson,
  toDynamoDBConditionExpression: expressionJson,
  toSubscriptionFilter: (filter: unknown, ignored?: unknown, rules?: unknown): FilterGroups =>
    subscriptionFilter(
      filter,
      Array.isArray(ignored) ? ignored.map(String) : [],
      isRecord(rules) ? rules : undefined,
    ),
  /** JSON text. */
  toElasticsearchQueryDSL: (filter: unknown): string => JSON.stringify(searchQuery(filter)),
};

/** The fields of one filter hold together; the members of `or` are groups of their own. */
function subscriptionFilter(filter: unknown, ignored: readonly string[], rules: unknown): FilterGroups {
  const groups = groupsOf(filter, ignored);
  const added = isRecord(rules) ? entriesOf(rules, []) : [];
  const all = groups.length === 0 ? [[]] : groups;
  return { filterGroup: all.map((group) => ({ filters: [...group, ...added] })) };
}

function groupsOf(filter: unknown, ignored: readonly string[]): readonly (readonly FilterEntry[])[] {
  if (!isRecord(filter)) return [];
  const { or, and, ...fields } = filter;
  let groups: readonly (readonly FilterEntry[])[] = [entriesOf(fields, ignored)];
  for (const each of Array.isArray(and) ? and : []) groups = product(groups, groupsOf(each, ignored));
  if (Array.isArray(or)) {
    groups = product(
      groups,
      or.flatMap((each) => groupsOf(each, ignored)),
    );
  }
  return groups.filter((group) => group.length > 0);
}

function product(
  left: readonly (readonly FilterEntry[])[],
  right: readonly (readonly FilterEntry[])[],
): readonly (readonly FilterEntry[])[] {
  return right.length === 0 ? left : left.flatMap((one) => right.map((other) => [...one, ...other]));
}

function entriesOf(fields: object, ignored: readonly string[]): readonly FilterEntry[] {
  return Object.entries(fields).flatMap(([fieldName, given]) => {
    if (ignored.includes(fieldName)) return [];
    return Object.entries(isRecord(given) ? given : {}).map(([operator, value]) => ({
      fieldName,
      operator,
      value,
    }));
  });
}

const searches: Readonly<Record<string, (field: string, value: unknown) => object>> = {
  eq: (field, value) => ({ term: { [field]: value } }),
  ne: (field, value) => ({ bool: { must_not: { term: { [field]: value } } } }),
  gt: (field, value) => ({ range: { [field]: { gt: value } } }),
  gte: (field, value) => ({ range: { [field]: { gte: value } } }),
  ge: (field, value) => ({ range: { [field]: { gte: value } } }),
  lt: (field, value) => ({ range: { [field]: { lt: value } } }),
  lte: (field, value) => ({ range: { [field]: { lte: value } } }),
  le: (field, value) => ({ range: { [field]: { lte: value } } }),
  match: (field, value) => ({ match: { [field]: value } }),
  matchPhrase: (field, value) => ({ match_phrase: { [field]: value } }),
  matchPhrasePrefix: (field, value) => ({ match_phrase_prefix: { [field]: value } }),
  multiMatch: (field, value) => ({ multi_match: { fields: [field], query: value } }),
  exists: (field, value) =>
    value === false ? { bool: { must_not: { exists: { field } } } } : { exists: { field } },
  wildcard: (field, value) => ({ wildcard: { [field]: value } }),
  regexp: (field, value) => ({ regexp: { [field]: value } }),
};

function searchQuery(filter: unknown): object {
  const parts = Object.entries(isRecord(filter) ? filter : {}).flatMap(([key, given]) => {
    const list: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (key === "and") return [{ bool: { must: list.map(searchQuery) } }];
    if (key === "or") return [{ bool: { should: list.map(searchQuery) } }];
    if (key === "not") return [{ bool: { must_not: list.map(searchQuery) } }];
    return Object.entries(isRecord(given) ? given : {}).flatMap(([name, value]) => {
      const search = Object.hasOwn(searches, name) ? searches[name] : undefined;
      return search === undefined ? [] : [search(key, value)];
    });
  });
  return parts.length === 1 ? (parts[0] ?? {}) : { bool: { must: parts } };
}

function expressionJson(filter: unknown): string {
  return JSON.stringify(conditionOf(filter));
}
