import { FactKey, factOf } from "../core/app-facts";
import type { Function } from "./function";
import type { FunctionProps } from "./props";

/** The props of `defaults` that are added to those of a function. The others decide once, when a function is created. */
export type AddedProps = Pick<FunctionProps, "environment" | "permissions" | "bind" | "config" | "layers">;

/** The names of variables that a function has, or has taken from defaults. */
const inherited = new FactKey<Map<Function, Set<string>>>("inherited variables", () => new Map());

/**
 * Gives a function that exists the defaults of a construct that takes it later.
 *
 * @param own - the props with which the function was declared; its own variables win, and those of the first defaults before later ones
 */
export function inheritProps(fn: Function, own: AddedProps, defaults: AddedProps): void {
  const ofApp = factOf(fn, inherited);
  const taken = ofApp.get(fn) ?? new Set(Object.keys(own.environment ?? {}));
  ofApp.set(fn, taken);
  for (const [name, value] of Object.entries(defaults.environment ?? {})) {
    if (!taken.has(name) && value !== undefined) fn.addEnvironment(name, value);
    taken.add(name);
  }
  fn.bind(defaults.bind ?? []);
  if (defaults.config !== undefined) fn.addConfig(defaults.config);
  if (own.permissions !== "*") fn.attachPermissions(defaults.permissions ?? []);
  fn.addLayers(...(defaults.layers ?? []));
}
