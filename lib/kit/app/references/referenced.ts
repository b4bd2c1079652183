import {
  DefaultTokenResolver,
  StringConcat,
  TerraformDataSource,
  type TerraformResource,
  TerraformStack,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";
import { FactKey, factOf } from "../../core/app-facts";
import { isProviderObject, type ProviderObject } from "../../core/terraform/override";
import { resolveValue } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";
import { findApp, type OwningStack } from "../scope/owner";

const resolver = new DefaultTokenResolver(new StringConcat());
/** Receives the target of a reference; its result replaces the reference. */
type Listener = (home: TerraformStack, identifier: string) => string;

/** The listener for the targets of references, while a value is resolved for it. */
const question = new FactKey<{ listener?: Listener | undefined }>("question about references", () => ({}));

/** The target of a reference. Thrown, because CDKTF caches each result in the reference, even one that connects the stacks. */
class Destination extends Error {
  constructor(
    readonly home: TerraformStack,
    readonly identifier: string,
  ) {
    super("A reference was asked where it leads.");
  }
}

/**
 * The app's resource or data source in a reference: the queue of `${aws_sqs_queue.Jobs.url}`. Undefined for other values.
 *
 * @param scope - a construct of the stack in which the reference is used
 */
export function findReferenced(scope: IConstruct, value: unknown): ProviderObject | undefined {
  if (typeof value !== "string" || !(isUnresolved(value) || value.includes("${"))) return undefined;
  const { text, stack } = readReference(scope, value);
  const match = /^\$\{(data\.)?(aws_\w+)\.([\w-]+)\.[\w.[\]]+\}$/.exec(text);
  if (match === null) return undefined;
  const [, data, type = "", id] = match;
  return stack.node
    .findAll()
    .find(
      (each): each is ProviderObject =>
        isProviderObject(each, type) &&
        each.friendlyUniqueId === id &&
        TerraformStack.of(each) === stack &&
        TerraformDataSource.isTerraformDataSource(each) === (data !== undefined),
    );
}

/** The region of the stack of a referenced resource; undefined for other values, and if the resource has its own provider. */
export function regionOfReferenced(scope: IConstruct, value: unknown): string | undefined {
  const found = findReferenced(scope, value);
  if (found === undefined || (found as Partial<TerraformResource>).provider !== undefined) return undefined;
  return (TerraformStack.of(found) as Partial<OwningStack>).region;
}

/**
 * A reference in the form of its own stack.
 *
 * CDKTF reveals that stack only when it connects the two, so this intercepts the connection. An app of plain CDKTF would connect
 * them.
 */
function readReference(scope: IConstruct, value: string): { text: string; stack: TerraformStack } {
  const here = { text: String(resolveValue(scope, value)), stack: TerraformStack.of(scope) };
  // For a function or a longer text, only one of several references would be returned.
  if (findApp(scope) === undefined || !/^\$\{[\w.[\]-]+\}$/.test(here.text)) return here;
  try {
    ask(scope, value, (home, identifier) => {
      throw new Destination(home, identifier);
    });
    return here;
  } catch (error) {
    if (!(error instanceof Destination)) throw error;
    return { text: `\${${error.identifier}}`, stack: error.home };
  }
}

export function readReferences(
  scope: IConstruct,
  value: unknown,
): readonly { readonly stack: TerraformStack; readonly identifier: string }[] {
  if (findApp(scope) === undefined) return [];
  const found: { stack: TerraformStack; identifier: string }[] = [];
  ask(scope, value, (stack, identifier) => {
    found.push({ stack, identifier });
    return identifier;
  });
  return found;
}

/** Resolves a value, and passes each reference to another stack to a listener. */
function ask(scope: IConstruct, value: unknown, listener: Listener): void {
  const asked = factOf(scope, question);
  asked.listener = listener;
  try {
    Tokenization.resolve(value, { scope, resolver, preparing: true });
  } finally {
    asked.listener = undefined;
  }
}

/**
 * Answers a pending question about the target of a reference: nothing may be created then.
 *
 * @param asking - the stack in which the reference is used. It may belong to another app.
 */
export function answerReference(
  asking: TerraformStack,
  home: TerraformStack,
  identifier: string,
): string | undefined {
  return factOf(asking, question).listener?.(home, identifier);
}
