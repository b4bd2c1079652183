import { TerraformElement, type TerraformMetaArguments, TerraformProvider } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import type { Where } from "../../../facts/errors/error";
import { attempt, mapTogether, together } from "../../../facts/errors/problems";
import type { MapOf } from "../checks/absence";
import { checkInteger, checkKind, isPlainObject, kindOfKey } from "../checks/check";
import { checkNestedKeys, type ProviderClass, providerKeys } from "../checks/nested-keys";
import { fail, refuseValue } from "../errors";
import { checkAttributeNames, checkResourceLimits } from "../limits";
import { memberPath } from "../prop-path";
import { noteProvider } from "./companions";
import { checkProviderKinds } from "./provider-kinds";
import { mergedDependsOn } from "./replaced-values";

/** A partial provider config that is merged over the library's config; the caller's keys win. */
export type Override<Config> = { [Key in keyof Config]?: OverrideValue<Config[Key]> | undefined } & Pick<
  TerraformMetaArguments,
  "lifecycle" | "dependsOn" | "provider"
>;

/** Maps of texts, such as tags and variables of stages, take values that are `undefined`. */
type OverrideValue<Value> = Value extends { [key: string]: string }
  ? string extends keyof Value
    ? MapOf<string>
    : Value
  : Value;

/** A provider resource or data source, also of another copy of the provider package. */
export type ProviderObject = TerraformElement & { readonly terraformResourceType: string };

const metaArguments = [
  "count",
  "dependsOn",
  "forEach",
  "lifecycle",
  "provider",
  "provisioners",
  "connection",
];

/**
 * Whether a value is a provider's resource or data source.
 *
 * Checked by type name, not by class, since the caller may use another copy of the provider package.
 */
export function isProviderObject(value: unknown, ...types: string[]): value is ProviderObject {
  if (!TerraformElement.isTerraformElement(value)) return false;
  const type = (value as { terraformResourceType?: unknown }).terraformResourceType;
  return typeof type === "string" && (types.length === 0 || types.includes(type));
}

/** The existing provider object to use; undefined if the caller gave a plain config or nothing. */
export function findImport<Imported extends TerraformElement>(
  where: IConstruct,
  prop: string,
  value: unknown,
  ...types: string[]
): Imported | undefined {
  if (!TerraformElement.isTerraformElement(value)) return undefined;
  if (isProviderObject(value, ...types)) return value as unknown as Imported;
  const found = isProviderObject(value) ? value.terraformResourceType : value.constructor.name;
  return fail(where, "import-wrong-type", prop, { found, allowed: types });
}

interface ImportOrOverride<Imported, Config> {
  readonly imported: Imported | undefined;
  readonly override: Partial<Config>;
}

/**
 * The caller's existing object, or the overriding keys for the created one: neither for a refused value, whose problems are
 * recorded.
 */
export function parseImport<Given, Config>(
  where: IConstruct,
  prop: string,
  given: Given,
  resource: ProviderClass & (new (scope: Construct, id: string, config: Config) => unknown),
  keys?: OverrideKeys,
): ImportOrOverride<Extract<Given, TerraformElement>, NonNullable<Config>> {
  if (TerraformElement.isTerraformElement(given)) {
    type Imported = Extract<Given, TerraformElement>;
    return {
      imported: attempt(() => findImport<Imported>(where, prop, given, resource.tfResourceType)),
      override: {},
    };
  }
  attempt(() => checkOverride(where, prop, given ?? {}, resource, keys));
  return {
    imported: undefined,
    override: (isPlainObject(given) ? given : {}) as Partial<NonNullable<Config>>,
  };
}

export interface OverrideKeys {
  /** Keys of the library, which are not passed to the provider. */
  readonly extra?: readonly string[] | undefined;
  /** Keys of the provider that the library also accepts in other forms, and checks itself. */
  readonly reshaped?: readonly string[] | undefined;
  /** Keys that the library computes, each with the remedy. */
  readonly rejected?: Readonly<Record<string, string>> | undefined;
}

/** Rejects values that are not plain configs, and keys that neither the provider's resource nor the construct has. */
export function checkOverride(
  where: Where,
  prop: string,
  config: unknown,
  resource: ProviderClass,
  { extra = [], reshaped = [], rejected = {} }: OverrideKeys = {},
): void {
  if (!isPlainObject(config)) {
    return refuseValue(
      where,
      prop,
      isProviderObject(config) ? `an object of type ${config.terraformResourceType}` : config,
      "a plain object with the keys of the provider's config to override",
    );
  }
  // Nearly all functions have no overrides.
  if (Object.keys(config).length === 0) return;
  const allowed = [...providerKeys(resource.prototype), ...metaArguments, ...extra].filter(
    (key) => !(key in rejected),
  );
  const library = new Set([...metaArguments, ...extra, ...reshaped]);
  const attributes = Object.entries(config).filter(([key]) => !library.has(key));
  const given = Object.fromEntries(attributes);
  const checkKey = ([key, value]: readonly [string, unknown]) => {
    const remedy = Object.hasOwn(rejected, key) ? rejected[key] : undefined;
    if (remedy !== undefined) fail(where, "key-rejected", prop, { key, remedy });
    if (!allowed.includes(key)) fail(where, "key-unknown", prop, { key, allowed });
    checkKind(where, memberPath(prop, key), value, key === "dependsOn" ? "list" : kindOfKey(extra, key));
  };
  together(
    () => mapTogether(Object.entries(config), checkKey),
    () => checkNestedKeys(where, prop, config, resource),
    () => checkMetaArguments(where, prop, config),
    () => checkProvider(where, `${prop}.provider`, config.provider),
    () => checkProviderKinds(where, prop, given, resource),
    () => checkResourceLimits(where, prop, given, resource.tfResourceType),
    () => checkAttributeNames(where, prop, given, resource.tfResourceType),
  );
  noteProvider(config.provider, resource.tfResourceType);
}

function checkProvider(where: Where, prop: string, value: unknown): void {
  if (value === undefined || TerraformProvider.isTerraformProvider(value)) return;
  refuseValue(where, prop, value, "a provider: new AwsProvider(stack, ...)");
}

/** Terraform's own arguments, which CDKTF writes unchecked, and a name together with a name prefix. */
function checkMetaArguments(where: Where, prop: string, config: Readonly<Record<string, unknown>>): void {
  const { count, forEach, lifecycle = {} } = config;
  if (typeof count === "number") checkInteger(where, `${prop}.count`, count, 0, Number.MAX_SAFE_INTEGER);
  if (forEach !== undefined && typeof Object(forEach)._getForEachExpression !== "function")
    refuseValue(where, `${prop}.forEach`, forEach, "an iterator: TerraformIterator.fromList([...])");
  const { preventDestroy, createBeforeDestroy, ignoreChanges } = Object(lifecycle) as Record<string, unknown>;
  checkKind(where, `${prop}.lifecycle.preventDestroy`, preventDestroy, "boolean");
  checkKind(where, `${prop}.lifecycle.createBeforeDestroy`, createBeforeDestroy, "boolean");
  if (ignoreChanges !== undefined && ignoreChanges !== "all") {
    const isList = Array.isArray(ignoreChanges) && ignoreChanges.every((each) => typeof each === "string");
    if (!isList)
      refuseValue(
        where,
        `${prop}.lifecycle.ignoreChanges`,
        ignoreChanges,
        'an array of attributes, or "all"',
      );
  }
  for (const key of Object.keys(config)) {
    const whole = key.endsWith("Prefix") ? key.slice(0, -"Prefix".length) : "";
    if (whole !== "" && config[key] !== undefined && config[whole] !== undefined)
      fail(where, "props-exclude", `${prop}.${whole}`, { other: `${prop}.${key}` });
  }
}

/** The caller's config, with the library's fixed settings added to one of its blocks. */
export function withinBlock(caller: object, block: string, always: object): object {
  const given = (caller as Readonly<Record<string, unknown>>)[block];
  return isPlainObject(given) ? { ...caller, [block]: { ...always, ...given } } : caller;
}

/**
 * Merges the caller's config over the library's, key by key: blocks are replaced, `undefined` is ignored.
 *
 * The dependencies of the library's config stay, from its `dependsOn` and from replaced references.
 */
export function overlay<Config extends object>(
  library: Config,
  caller: object | undefined,
  { extra = [] }: OverrideKeys = {},
): Config {
  const given = Object.fromEntries(
    Object.entries(caller ?? {}).filter(([key, value]) => value !== undefined && !extra.includes(key)),
  );
  const dependsOn = mergedDependsOn(library as Readonly<Record<string, unknown>>, given);
  return { ...library, ...given, ...(dependsOn !== undefined && { dependsOn }) };
}
