import { bindingPrefix, type ParameterScope } from "../../facts/bindings";

/** Sorted ids of a class that this function is bound to, with `_` instead of `-`. */
export function boundIds(className: string, variable: string): readonly string[] {
  const prefix = bindingPrefix(className, variable);
  return Object.keys(process.env)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort();
}

/** The stage and app of this function, whose parameters it reads. */
export const ownScope = (): ParameterScope => ({
  ssmPrefix: process.env.SERVERFORM_SSM_PREFIX ?? "",
  name: ownEnvironment("SERVERFORM_APP"),
  stage: ownEnvironment("SERVERFORM_STAGE"),
});

export function ownEnvironment(key: "SERVERFORM_APP" | "SERVERFORM_STAGE"): string {
  const value = process.env[key];
  if (value !== undefined) return value;
  throw new Error(`${key} is not set. Functions of serverform have it; in a test, set it yourself.`);
}
