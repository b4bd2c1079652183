import {
  DefaultTokenResolver,
  StringConcat,
  TerraformDataSource,
  TerraformStack,
  Token,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";
import { LibrarySignal } from "../core/guarded";
import { isProviderObject, type ProviderObject } from "../core/override";
import { resolveValue } from "../core/resolve";
import { findApp } from "./owner";

const resolver = new DefaultTokenResolver(new StringConcat());
/** Told where a reference leads; what it returns stands in place of the reference. */
type Listener = (home: TerraformStack, identifier: string) => string;

/** A reference may lead to another app, which answers, so that there is one for all. */
let asked: Listener | undefined;

/** Where a reference leads: thrown, so that CDKTF does not connect the two stacks. */
class Destination extends LibrarySignal {
  constructor(
    readonly home: TerraformStack,
    readonly identifier: string,
  ) {
    super("A reference was asked where it leads.");
  }
}

/**
 * The resource or data source of the app that a reference names: the queue of `${aws_sqs_queue.Jobs.url}`. Undefined for
 * any other value.
 *
 * @param scope - a construct of the stack in which the reference is used
 */
export function findReferenced(scope: IConstruct, value: unknown): ProviderObject | undefined {
  if (typeof value !== "string" || !(Token.isUnresolved(value) || value.includes("${"))) return undefined;
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

/**
 * A reference as its own stack writes it.
 *
 * CDKTF tells that stack only when it connects the two, so this asks it to. An app of plain CDKTF would do it.
 */
function readReference(scope: IConstruct, value: string): { text: string; stack: TerraformStack } {
  const here = { text: String(resolveValue(scope, value)), stack: TerraformStack.of(scope) };
  // Of a function or a longer text, the answer would be about one reference in it.
  if (findApp(scope) === undefined || !/^\$\{[\w.[\]-]+\}$/.test(here.text)) return here;
  asked = (home, identifier) => {
    throw new Destination(home, identifier);
  };
  try {
    Tokenization.resolve(value, { scope, resolver, preparing: true });
    return here;
  } catch (error) {
    if (!(error instanceof Destination)) throw error;
    return { text: `\${${error.identifier}}`, stack: error.home };
  } finally {
    asked = undefined;
  }
}

/** All references to other stacks in a value of any kind. */
export function readReferences(
  scope: IConstruct,
  value: unknown,
): readonly { readonly stack: TerraformStack; readonly identifier: string }[] {
  if (findApp(scope) === undefined) return [];
  const found: { stack: TerraformStack; identifier: string }[] = [];
  asked = (stack, identifier) => {
    found.push({ stack, identifier });
    return identifier;
  };
  try {
    Tokenization.resolve(value, { scope, resolver, preparing: true });
    return found;
  } finally {
    asked = undefined;
  }
}

/** Answers where a reference leads, if that was asked: nothing must be created then. */
export function answerReference(stack: TerraformStack, identifier: string): string | undefined {
  return asked?.(stack, identifier);
}
