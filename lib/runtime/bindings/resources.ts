import { bindingKey, boundIds, valueInSsm } from "../../facts/bindings";
import { notBound } from "./not-bound";
import { findValue } from "./placeholders";

// biome-ignore lint/suspicious/noTsIgnore: before the first synthesis there is nothing to expect an error of
/** @ts-ignore Written at synthesis: the ids of this app. Loaded from here, it needs no `types` in the tsconfig. */
export type {} from "serverform__node";

/** Has no members: synthesis declares the ids of the app and their variables. */
export type WrittenAtSynthesis = object;

export interface ResourceClass {
  readonly className: string;
  readonly variables: readonly [string, ...string[]];
  /** The code that reads a value from SSM. @default - all values are in the environment */
  readonly fetchWith?: (id: string) => string;
}

/**
 * The resources that a function is bound to, by id. Values are read from the environment at each use.
 *
 * Throws for an id that is not bound. `-` of an id may also be written as `_`.
 */
export function boundResources<Resources extends object>(of: ResourceClass): Readonly<Resources> {
  return new Proxy({} as Resources, {
    get: (_target, id) => (typeof id === "symbol" ? undefined : findResource(of, id)),
    has: (_target, id) => typeof id === "string" && isBound(of, id),
  });
}

/** Properties that JavaScript itself reads, to detect promises and custom JSON. */
const probes: readonly string[] = ["then", "toJSON"];

function findResource(of: ResourceClass, id: string): object | undefined {
  const { className, variables } = of;
  if (isBound(of, id)) {
    const resource = {};
    for (const variable of variables) {
      Object.defineProperty(resource, variable, { enumerable: true, get: () => valueOf(of, variable, id) });
    }
    return resource;
  }
  if (probes.includes(id)) return undefined;
  const [first] = variables;
  throw notBound({
    asked: pathOf(className, id),
    kind: className,
    id,
    bound: boundIds(process.env, className, first),
    key: bindingKey({ className, id }, first),
  });
}

function isBound({ className, variables }: ResourceClass, id: string): boolean {
  return variables.some((variable) => findValue(className, variable, id) !== undefined);
}

function valueOf({ className, fetchWith }: ResourceClass, variable: string, id: string): string {
  const value = findValue(className, variable, id);
  const path = `${pathOf(className, id)}.${variable}`;
  if (value === undefined) {
    throw new Error(`${path}: ${bindingKey({ className, id }, variable)} is not set.`);
  }
  if (value === valueInSsm) {
    const call = fetchWith?.(id);
    throw new Error(
      `${path} is in SSM and has not been read yet.${call === undefined ? "" : ` Before its first use: ${call}`}`,
    );
  }
  return value;
}

/** The expression in the code: `Table.notes`, `Table["my-notes"]`. */
function pathOf(className: string, id: string): string {
  return /^[A-Za-z_]\w*$/.test(id) ? `${className}.${id}` : `${className}[${JSON.stringify(id)}]`;
}
