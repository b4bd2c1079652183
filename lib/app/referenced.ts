import {
  DefaultTokenResolver,
  StringConcat,
  TerraformDataSource,
  TerraformStack,
  Token,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";
import { isProviderObject, type ProviderObject } from "../core/override";
import { appOf } from "./owner";

/** Told which stack a reference leads to. */
type Note = (from: TerraformStack) => void;

const resolver = new DefaultTokenResolver(new StringConcat());
const asked = new WeakMap<IConstruct, Note>();

/**
 * The resource or data source of the app that a reference names: the queue of `${aws_sqs_queue.Jobs.url}`. Undefined for
 * any other value.
 *
 * @param scope - a construct of the stack in which the reference is used
 */
export function findReferenced(scope: IConstruct, value: unknown): ProviderObject | undefined {
  if (typeof value !== "string" || !Token.isUnresolved(value)) return undefined;
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

/** A reference as its own stack writes it. CDKTF tells that stack only when it connects the two, so this asks it to. */
function readReference(scope: IConstruct, value: string): { text: string; stack: TerraformStack } {
  const app = appOf(scope);
  let stack = TerraformStack.of(scope);
  asked.set(app, (from) => {
    stack = from;
  });
  try {
    return { text: String(Tokenization.resolve(value, { scope, resolver, preparing: true })), stack };
  } finally {
    asked.delete(app);
  }
}

/** Answers a question for the stack of a reference. True if one was asked: then nothing must be created. */
export function noteReference(app: IConstruct, from: TerraformStack): boolean {
  const note = asked.get(app);
  note?.(from);
  return note !== undefined;
}
