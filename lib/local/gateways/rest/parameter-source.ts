import { ownValue } from "../../../facts/errors/own-value";
import { jsonOf } from "../../../facts/text/json";
import { textMap, type Values } from "../../../model";
import { valueText } from "../../wire/value-at";
import type { StageFacts } from "../api-config";
import { textParts } from "../text-parts";
import { restContextVariable } from "./context-variables";
import type { RestRequest } from "./request";

/** The source of a mapped value: `method.request.header.X`, `context.x`, `'a text'`. */
export interface ParameterSource {
  readonly text: string;
  /** Undefined when the request or response has no such value. */
  value(exchange: RestRequest, answer?: IntegrationAnswer): string | undefined;
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

/** Sources by the name of the parameter that gets the value. */
export type NamedSources = readonly (readonly [name: string, source: ParameterSource])[];

/** Reads the sources of an attribute whose names begin with a place: `integration.request.header.`. */
export function readSources(values: Values, attribute: string, place: string): NamedSources {
  return Object.entries(textMap(values, attribute)).flatMap(([at, source]) =>
    at.startsWith(place) && at !== place ? [[at.slice(place.length), parseSource(source)] as const] : [],
  );
}

function reader(text: string): Read {
  const literal = /^'([\s\S]*)'$/.exec(text)?.[1];
  if (literal !== undefined) return () => literal;
  const [scope = "", ...rest] = text.split(".");
  switch (scope) {
    case "context": {
      const path = rest.join(".");
      return (exchange) => valueText(restContextVariable(exchange, path));
    }
    case "stageVariables": {
      const name = rest.join(".");
      return ({ stage }) => ownValue(stage?.variables, name);
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
      return ({ headerValues }) => headerValues.byName.get(key)?.join(",");
    }
    case "querystring":
      return ({ queryValues }) => ownValue(queryValues?.single, name);
    case "multivaluequerystring":
      return ({ queryValues }) => ownValue(queryValues?.multi, name)?.join(",");
    case "path":
      return ({ pathParameters }) => ownValue(pathParameters, name);
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
  json: (exchange: RestRequest, answer?: IntegrationAnswer) => unknown,
): Read | undefined {
  if (path === "") return undefined;
  const parsed = parseJsonPath(path.startsWith("$") ? path : `$.${path}`);
  return (exchange, answer) => valueText(parsed.find(json(exchange, answer)));
}

/** Text with `${stageVariables.name}` in it, such as the address of an integration or authorizer. */
export interface StageText {
  readonly text: string;
  render(stage: StageFacts | undefined): string;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/aws-api-gateway-stage-variables-reference.html */
const variable = /\$\{stageVariables\.([A-Za-z0-9_]+)\}/g;

export function parseStageText(text: string): StageText {
  const parts = textParts(text, variable, ([, name = ""]) => ({ name }));
  if (parts.every((part) => typeof part === "string")) return { text, render: () => text };
  return {
    text,
    render: (stage) =>
      parts
        .map((part) => (typeof part === "string" ? part : (ownValue(stage?.variables, part.name) ?? "")))
        .join(""),
  };
}

/** The response of an integration before mapping. */
export class IntegrationAnswer {
  private parsed: { readonly value: unknown } | undefined;

  constructor(
    readonly status: number,
    /** Values by lowercase name. */
    readonly headers: ReadonlyMap<string, readonly string[]>,
    readonly body: Buffer,
  ) {}

  get json(): unknown {
    this.parsed ??= { value: jsonOf(this.body.toString("utf8")) };
    return this.parsed.value;
  }
}

/** A JSONPath of mappings and templates: `$.items[0].name`. */
interface JsonPath {
  /** Undefined when nothing matches; a list when the path has a wildcard. */
  find(value: unknown): unknown;
}

type Step =
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "all" }
  | { readonly kind: "descend" };

const steps = /\.\.|\.?\*|\[\*\]|\[(-?\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]|\.?([^.[\]]+)/g;

/**
 * Parses a JSONPath with members, indexes, `*` and `..`.
 *
 * Filters and slices are not supported; such a path matches nothing.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
export function parseJsonPath(path: string): JsonPath {
  const parsed: Step[] = [];
  const text = path.trim().replace(/^\$/, "");
  let end = 0;
  for (const match of text.matchAll(steps)) {
    if (match.index !== end) return { find: () => undefined };
    end += match[0].length;
    const [whole, index, single, double, name] = match;
    if (whole === "..") parsed.push({ kind: "descend" });
    else if (whole.endsWith("*") || whole === "[*]") parsed.push({ kind: "all" });
    else if (index !== undefined) parsed.push({ kind: "index", index: Number(index) });
    else parsed.push({ kind: "member", name: single ?? double ?? name ?? "" });
  }
  if (end !== text.length) return { find: () => undefined };
  const isOne = parsed.every(({ kind }) => kind === "member" || kind === "index");
  return {
    find(value) {
      let found: readonly unknown[] = [value];
      for (const step of parsed) found = found.flatMap((each) => take(each, step));
      return isOne ? found[0] : found;
    },
  };
}

function take(value: unknown, step: Step): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  switch (step.kind) {
    case "member":
      return Object.hasOwn(value, step.name) && !Array.isArray(value)
        ? [(value as Readonly<Record<string, unknown>>)[step.name]]
        : [];
    case "index": {
      const found = Array.isArray(value) ? value.at(step.index) : undefined;
      return found === undefined ? [] : [found];
    }
    case "all":
      return Object.values(value);
    case "descend":
      return descendants(value);
  }
}

function descendants(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(descendants)];
}
