import { namesHere } from "../../../facts/errors/foreign-names";
import { ownValue } from "../../../facts/errors/own-value";
import { type ProviderClass, providerKeys } from "./nested-keys";

interface ProviderConfig {
  readonly resource: ProviderClass;
  /** Keys that it accepts in addition to those of the provider. */
  readonly extra?: readonly string[] | undefined;
  /** Keys that it does not accept, each with the remedy. */
  readonly rejected?: Readonly<Record<string, string>> | undefined;
}

/** The accepted configs of the provider, by their keys below `cdk`. */
export type ProviderConfigs = Readonly<Record<string, ProviderConfig>>;

/** The configs for each list of keys. The provider's classes are loaded only for a message. */
export const configsOfKeys = new WeakMap<readonly string[], () => ProviderConfigs>();

export const providerConfigsOf = (keys: readonly string[]): ProviderConfigs =>
  configsOfKeys.get(keys)?.() ?? {};

/** Attributes that Terraform computes, or that have another meaning outside the resource. */
const notBelow: readonly string[] = ["id", "region", "tagsAll", "timeouts"];

/** The settings that protect a resource, by their names here and elsewhere. In Terraform every resource has them. */
const protections: Readonly<Record<string, string>> = {
  lifecycle: "Set it on the provider's resource",
  removalPolicy: "Call app.setDefaultRemovalPolicy, or protect the provider's resource",
};

/** A sentence about the place below `cdk` for a key that is not a prop; undefined if the provider does not have it either. */
export function placeBelowCdk(written: string, keys: readonly string[]): string | undefined {
  const configs = Object.entries(providerConfigsOf(keys));
  const names = namesHere(written);
  if (names.some((name) => keys.includes(name) || notBelow.includes(name))) return undefined;
  const [first] = configs;
  if (first !== undefined && names.some((name) => Object.hasOwn(protections, name)))
    return `${ownValue(protections, written) ?? protections.lifecycle}: cdk: { ${first[0]}: { lifecycle: { preventDestroy: true } } }.`;
  for (const key of names) {
    for (const [config, { resource, extra = [], rejected = {} }] of configs) {
      if (key === config) return `Write it below cdk: cdk: { ${config}: { ... } }.`;
      const instead = ownValue(rejected, key);
      if (instead !== undefined) return instead;
      if (extra.includes(key) || providerKeys(resource.prototype).includes(key))
        return `Set it on the provider's resource: cdk: { ${config}: { ${key}: ... } }.`;
    }
  }
  return undefined;
}
