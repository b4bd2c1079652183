import { DefaultTokenResolver, StringConcat, TerraformElement, TerraformStack, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import type { ServerformError } from "../errors/error";

/**
 * Tells why a stack cannot wait for another one.
 *
 * @param reference - what refers to the other stack: `aws_lambda_function.Notes.environment`, or the path of a construct
 */
export type ExplainCycle = (reference?: string) => ServerformError;

/** A dependency that a construct has added, with its words for a dependency the other way. */
interface Explained {
  readonly stack: TerraformStack;
  readonly dependency: TerraformStack;
  readonly explain: ExplainCycle;
}

const explainedOfApp = new WeakMap<IConstruct, Explained[]>();
const explanations = new WeakMap<Error, ExplainCycle>();

/** Makes a stack wait for another one, and keeps what to say when the other one comes to wait for this stack. */
export function addDependencyFor(
  stack: TerraformStack,
  dependency: TerraformStack,
  explain: ExplainCycle,
): void {
  stack.addDependency(dependency);
  const { root } = stack.node;
  const ofApp = explainedOfApp.get(root) ?? [];
  explainedOfApp.set(root, ofApp);
  const isKnown = ofApp.some((each) => each.stack === stack && each.dependency === dependency);
  if (!isKnown) ofApp.push({ stack, dependency, explain });
}

/** Throws what a construct has to say about a dependency that would close a cycle, if one has. */
export function explainCycle(stack: TerraformStack, dependency: TerraformStack): void {
  const ofApp = explainedOfApp.get(stack.node.root) ?? [];
  const found = ofApp.find(
    (each) => isOrWaitsFor(dependency, each.stack) && isOrWaitsFor(each.dependency, stack),
  );
  if (found === undefined) return;
  const error = found.explain();
  explanations.set(error, found.explain);
  throw error;
}

function isOrWaitsFor(stack: TerraformStack, other: TerraformStack): boolean {
  return stack === other || stack.dependsOn(other);
}

/** The error, naming the reference that closes the cycle where it is about one. */
export function nameReference(error: unknown, findReference: () => string | undefined): unknown {
  const explain = error instanceof Error ? explanations.get(error) : undefined;
  return explain === undefined ? error : explain(findReference());
}

// While CDKTF prepares a stack, a reference makes it wait for the other one.
const resolver = new DefaultTokenResolver(new StringConcat());

/** The attribute of a stack that cannot be prepared, because its reference closes a cycle. */
export function findRefusedAttribute(stack: TerraformStack): string | undefined {
  for (const element of stack.node.findAll()) {
    if (!TerraformElement.isTerraformElement(element) || TerraformStack.isStack(element)) continue;
    for (const [address, value] of attributesOf(element.toTerraform())) {
      try {
        Tokenization.resolve(value, { scope: element, resolver, preparing: true });
      } catch (error) {
        if (!(error instanceof Error) || !explanations.has(error)) throw error;
        return address;
      }
    }
  }
  return undefined;
}

/** The attributes of what stands in `resource` or `data` by type and name. Of anything else, the whole block. */
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
