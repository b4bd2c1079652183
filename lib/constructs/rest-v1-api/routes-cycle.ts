import { DefaultTokenResolver, StringConcat, TerraformElement, TerraformStack, Tokenization } from "cdktf";
import type { Construct } from "constructs";
import { finishLast } from "../../app";
import { isServerformError } from "../../errors/error";
import { fail } from "./errors";

/** Marks constructs that call this check from their own `finishLast`. */
export const routesCycleMark = Symbol.for("serverform.routesCycle");

/** Refuses functions of a stack that is known to wait for the API's, which would have to wait for the functions. */
export function checkKnownCycle(
  api: Construct,
  prop: string,
  functionStack: TerraformStack | undefined,
): void {
  const apiStack = TerraformStack.of(api);
  if (functionStack === undefined || functionStack === apiStack || !functionStack.dependsOn(apiStack)) return;
  failCycle(api, prop, functionStack, undefined);
}

/** The same once all references are known: stacks wait for each other by what refers to what. */
export function checkRoutesCycle(api: Construct, prop: string, functionStack: TerraformStack): void {
  const apiStack = TerraformStack.of(api);
  if (functionStack === apiStack) return;
  const { dependencies } = functionStack;
  // Taken away, to see what brings it back.
  const known = dependencies.indexOf(apiStack);
  if (known !== -1) dependencies.splice(known, 1);
  const reference = findReference(functionStack, apiStack);
  if (reference !== undefined) failCycle(api, prop, functionStack, reference);
  if (known !== -1) dependencies.push(apiStack);
  checkKnownCycle(api, prop, functionStack);
}

function failCycle(
  api: Construct,
  prop: string,
  functionStack: TerraformStack,
  reference: string | undefined,
): never {
  const apiStack = TerraformStack.of(api).node.path;
  return fail(api, "rest-routes-cycle", prop, { apiStack, stack: functionStack.node.path, reference });
}

/** What in a stack refers to another one: `aws_lambda_function.Notes.environment`. */
function findReference(from: TerraformStack, to: TerraformStack): string | undefined {
  const refersBy = (run: () => void): boolean => {
    try {
      run();
    } catch (error) {
      if (!isServerformError(error)) throw error;
      // Stacks that have been prepared before refuse it at once. What else is wrong is told in its turn.
      if (error.code === "stack-cycle") return true;
    }
    return from.dependencies.includes(to);
  };
  for (const construct of from.node.findAll()) {
    // Policies are written last, and theirs are the likeliest references.
    if (finishLast in construct && !TerraformStack.isStack(construct) && !(routesCycleMark in construct)) {
      const isReference = refersBy(() =>
        (construct as unknown as Record<typeof finishLast, () => void>)[finishLast](),
      );
      if (isReference) return construct.node.path;
    }
  }
  for (const element of from.node.findAll()) {
    if (!TerraformElement.isTerraformElement(element) || TerraformStack.isStack(element)) continue;
    for (const [address, value] of attributesOf(element.toTerraform())) {
      if (refersBy(() => Tokenization.resolve(value, { scope: element, resolver, preparing: true })))
        return address;
    }
  }
  return undefined;
}

// While CDKTF prepares, a reference makes its stack wait for the other one.
const resolver = new DefaultTokenResolver(new StringConcat());

/** The attributes of what stands in `resource` or `data` by type and name; of anything else the whole. */
function attributesOf(blocks: object): readonly (readonly [address: string, value: unknown])[] {
  return Object.entries(blocks).flatMap(([kind, types]) =>
    Object.entries(Object(types)).flatMap(([type, names]) => {
      if (kind !== "resource" && kind !== "data") return [[`${kind}.${type}`, names] as const];
      return Object.entries(Object(names)).flatMap(([name, attributes]) =>
        Object.entries(Object(attributes)).map(([key, value]) => [`${type}.${name}.${key}`, value] as const),
      );
    }),
  );
}
