import { randomBytes } from "node:crypto";
import { GivenPattern } from "../../../../facts/text/given-pattern";
import { jsonOf } from "../../../../facts/text/json";
import { isValues } from "../../../../model";
import type { HandlerEffects } from "../utilities/invocation";
import { ResolverError, UnauthorizedSignal } from "../utilities/signals";
import { createUtil } from "../utilities/util";

const isNull = (value: unknown): boolean => value === null || value === undefined;
const isEmpty = (value: unknown): boolean => isNull(value) || value === "";
const isBlank = (value: unknown): boolean => isNull(value) || String(value).trim() === "";
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const mapOf = (value: unknown): Readonly<Record<string, unknown>> => (isValues(value) ? value : {});

/**
 * `$util` of mapping templates: what JavaScript has, and what templates need beside it.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-util-reference.html
 */
export function templateUtil(
  effects: HandlerEffects,
  raise: (error: Error) => never,
): Readonly<Record<string, unknown>> {
  const base = createUtil(effects, {
    randomHex: (bytes) => randomBytes(bytes).toString("hex"),
    recode: (text, from, to) => Buffer.from(text, from).toString(to),
    GivenPattern,
  });
  const { dynamodb, transform, ...rest } = base;
  return raising(
    {
      ...rest,
      transform,
      dynamodb: { ...dynamodb, ...jsonForms(dynamodb) },
      qr: () => "",
      quiet: () => "",
      toJson: (value: unknown) => JSON.stringify(value ?? null),
      parseJson: (text: unknown) => jsonOf(String(text)) ?? null,
      validate: (holds: unknown, message: unknown, type?: unknown, data?: unknown) => {
        if (holds === true) return "";
        throw new ResolverError(
          String(message),
          isNull(type) ? "CustomTemplateException" : String(type),
          data ?? null,
        );
      },
      appendError: (...given: Parameters<typeof base.appendError>) => {
        base.appendError(...given);
        return "";
      },
      isNull,
      isNullOrEmpty: isEmpty,
      isNullOrBlank: isBlank,
      defaultIfNull: (value: unknown, otherwise: unknown) => (isNull(value) ? otherwise : value),
      defaultIfNullOrEmpty: (value: unknown, otherwise: unknown) => (isEmpty(value) ? otherwise : value),
      defaultIfNullOrBlank: (value: unknown, otherwise: unknown) => (isBlank(value) ? otherwise : value),
      isString: (value: unknown) => typeof value === "string",
      isNumber: (value: unknown) => typeof value === "number",
      isBoolean: (value: unknown) => typeof value === "boolean",
      isList: (value: unknown) => Array.isArray(value),
      isMap: isValues,
      typeOf,
      list: {
        copyAndRetainAll: (list: unknown, kept: unknown) =>
          listOf(list).filter((each) => listOf(kept).includes(each)),
        copyAndRemoveAll: (list: unknown, gone: unknown) =>
          listOf(list).filter((each) => !listOf(gone).includes(each)),
      },
      map: {
        copyAndRetainAllKeys: (map: unknown, kept: unknown) =>
          withKeys(map, (key) => listOf(kept).includes(key)),
        copyAndRemoveAllKeys: (map: unknown, gone: unknown) =>
          withKeys(map, (key) => !listOf(gone).includes(key)),
      },
      log: {
        info: (...values: unknown[]) => logged(effects, "info", values),
        error: (...values: unknown[]) => logged(effects, "error", values),
      },
    },
    raise,
  );
}

function typeOf(value: unknown): string {
  if (isNull(value)) return "Null";
  if (Array.isArray(value)) return "List";
  const names: Readonly<Record<string, string>> = { string: "String", number: "Number", boolean: "Boolean" };
  return names[typeof value] ?? "Map";
}

/** `toStringJson` beside `toString`: the same as JSON text. */
function jsonForms(functions: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, make]) => [
      `${name}Json`,
      (...args: unknown[]) => JSON.stringify((make as (...given: unknown[]) => unknown)(...args)),
    ]),
  );
}

function withKeys(map: unknown, isKept: (key: string) => boolean): object {
  return Object.fromEntries(Object.entries(mapOf(map)).filter(([key]) => isKept(key)));
}

/** The first value may have places for the others: `{}`. */
function logged(effects: HandlerEffects, level: "info" | "error", values: readonly unknown[]): string {
  const [first, ...others] = values.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  let text = first ?? "";
  for (const each of others)
    text = text.includes("{}") ? text.replace("{}", () => each ?? "") : `${text} ${each}`;
  effects.log(level, text);
  return "";
}

/** Hands what functions throw on, before the engine changes it. */
export function raising<Functions extends object>(
  functions: Functions,
  raise: (error: Error) => never,
): Functions {
  const wrapped = Object.entries(functions).map(([name, value]: [string, unknown]) => {
    if (typeof value === "object" && value !== null) return [name, raising(value, raise)];
    if (typeof value !== "function") return [name, value];
    const call = (...args: unknown[]): unknown => {
      try {
        return (value as (...given: unknown[]) => unknown)(...args);
      } catch (error) {
        if (error instanceof ResolverError || error instanceof UnauthorizedSignal) return raise(error);
        return raise(new ResolverError((error as Error).message, "MappingTemplate"));
      }
    };
    return [name, call];
  });
  return Object.fromEntries(wrapped) as Functions;
}
