import { bindingKey, boundIds, fallbackStage, valueInSsm } from "../../facts/bindings";
import { notBound } from "../bindings/not-bound";
import { fetchValues, findValue, ownEnvironment } from "../bindings/placeholders";
import type { WrittenAtSynthesis } from "../bindings/resources";

/** The values that every function of an app has in `Config`. */
export interface ConfigTypes {
  APP: string;
  STAGE: string;
}

/** Parameters of the app, by name; synthesis writes them. */
export interface ParameterResources extends WrittenAtSynthesis {}

/** Secrets of the app, by name; synthesis writes them. */
export interface SecretResources extends WrittenAtSynthesis {}

/** All values by name. A named type, so that declarations refer to it and include the types that synthesis writes. */
export type ConfigValues = Readonly<
  ConfigTypes & Record<Exclude<keyof ParameterResources | keyof SecretResources, keyof ConfigTypes>, string>
>;

/**
 * The parameters and secrets that this function is bound to, by name, and the app's name and stage.
 *
 * Secrets are read from SSM once per container. A bundle in the format `esm` reads them while it loads. A bundle in the
 * format `cjs` must first await `fetchSecrets`.
 *
 * @example
 * await fetch(Config.PARTNER_URL, { headers: { authorization: Config.PARTNER_KEY } });
 */
export const Config: ConfigValues = new Proxy({} as ConfigValues, {
  get: (_target, name) => (typeof name === "symbol" ? undefined : findConfig(name)),
  has: (_target, name) =>
    typeof name === "string" && (Object.hasOwn(own, name) || classOf(name) !== undefined),
});

const own: Readonly<Record<keyof ConfigTypes, () => string>> = {
  APP: () => ownEnvironment("SERVERFORM_APP"),
  STAGE: () => ownEnvironment("SERVERFORM_STAGE"),
};

/**
 * Reads the secrets that this function is bound to, once per container: the value of the stage, or the fallback.
 *
 * @example
 * await fetchSecrets();
 * const key = Config.PARTNER_KEY;
 */
export async function fetchSecrets(): Promise<void> {
  const secrets = boundIds(process.env, "Secret", "value").map((id) => ({
    className: "Secret",
    variable: "value",
    id,
  }));
  await fetchValues(secrets, [ownEnvironment("SERVERFORM_STAGE"), fallbackStage]);
}

function findConfig(name: string): string | undefined {
  if (Object.hasOwn(own, name)) return own[name as keyof ConfigTypes]();
  const className = classOf(name);
  if (className === undefined) {
    if (name === "then" || name === "toJSON") return undefined;
    throw notBound({
      asked: `Config.${name}`,
      kind: "parameter or secret",
      id: name,
      bound: ["Parameter", "Secret"].flatMap((each) => boundIds(process.env, each, "value")).sort(),
      key: bindingKey({ className: "Parameter", id: name }, "value"),
    });
  }
  const value = findValue(className, "value", name);
  if (value !== valueInSsm) return value;
  throw new Error(
    `Config.${name} is a secret that has not been read yet. ` +
      'Bundle the function with format: "esm", or await fetchSecrets() before its first use.',
  );
}

/** Parameters and secrets share one namespace. */
function classOf(name: string): "Parameter" | "Secret" | undefined {
  return (["Parameter", "Secret"] as const).find((each) => findValue(each, "value", name) !== undefined);
}
