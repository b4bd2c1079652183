import { Construct } from "constructs";
import { requireBinding } from "../app/binding";
import { requireFreeId } from "../app/ids";
import { Stack } from "../app/stack";
import { isPlainObject } from "../core/check";
import { resolvePermissions } from "../iam/permissions";
import { checkFunctionProps } from "./check";
import { fail } from "./errors";
import { mergeFunctionProps } from "./merge";
import { functionNameOf } from "./name";
import { functionNumbers } from "./numbers";
import { type Packaging, packagingOf } from "./packaging/packaging";
import type { FunctionProps } from "./props";

/** The props of a function, checked and parsed: everything that its constructor creates resources from. */
export interface FunctionDefinition {
  /** With the defaults of app and stack. */
  readonly props: FunctionProps;
  readonly handler: string;
  readonly numbers: ReturnType<typeof functionNumbers>;
  readonly packaging: Packaging;
  readonly functionName: string;
}

/** Definitions of functions that were checked before they are created, by their props. */
const definitions = new WeakMap<FunctionProps, FunctionDefinition>();

/** Checks and parses the props of a function. `fn` is the function, or stands for it in messages. */
export function defineFunction(fn: Construct, given: FunctionProps): FunctionDefinition {
  const props = mergeFunctionProps(...Stack.of(fn).getFunctionDefaults(), given);
  const handler = checkFunctionProps(fn, props);
  const numbers = functionNumbers(fn, props);
  const packaging = packagingOf(fn, props, handler);
  return { props, handler, numbers, packaging, functionName: functionNameOf(fn, props) };
}

/** The definition that was made for these props before; the constructor does not parse them again. */
export function findDefinition(props: FunctionProps): FunctionDefinition | undefined {
  return definitions.get(props);
}

/** Checks a function that is created later, and keeps the definition for its constructor. The tree stays as it is. */
export function prepareDefinition(scope: Construct, id: string, given: FunctionProps): void {
  // Stands for the function during the checks, so that messages name its path.
  const place = new Construct(scope, requireFunctionId(scope, id, given));
  try {
    const definition = defineFunction(place, given);
    const { bind = [], config = [], permissions = [], initialPolicy = [] } = definition.props;
    for (const [prop, constructs] of Object.entries({ bind, config })) {
      constructs.forEach((each, index) => {
        requireBinding(place, `${prop}[${index}]`, each, place);
      });
    }
    resolvePermissions(place, "permissions", permissions);
    resolvePermissions(place, "initialPolicy", initialPolicy);
    definitions.set(given, definition);
  } finally {
    scope.node.tryRemoveChild(place.node.id);
  }
}

/** The id of a new function, when it is free. */
export function requireFunctionId(scope: Construct, id: string, props: unknown): string {
  const where = [scope.node.path, id].filter((part) => part !== "").join("/");
  if (!isPlainObject(props)) {
    return fail(where, "prop-invalid", "props", {
      value: props,
      expected: 'an object: { handler: "notes.get" }',
    });
  }
  const { id: given } = Object(props.cdk) as { readonly id?: string };
  return requireFreeId(scope, given ?? id, given === undefined ? "id" : "cdk.id");
}
