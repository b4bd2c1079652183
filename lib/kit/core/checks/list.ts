import { type IResolvable, type IResolveContext, Lazy, Token, Tokenization } from "cdktf";
import type { Where } from "../../../facts/errors/error";
import { fail, refuseValue } from "../errors";
import { resolveValue } from "../tokens/resolve";
import { isUnresolved } from "../tokens/unresolved";

/**
 * A list from the caller: with its items, or as one reference to a list that is known only at deployment.
 *
 * Refuses other values. The items of a reference are unknown: check `isUnknownList` before comparing, counting or changing them.
 */
export function parseItems<Item>(where: Where, prop: string, given: readonly Item[]): readonly Item[] {
  const list = asList(given);
  if (!Array.isArray(list)) return refuseValue(where, prop, given, "an array: [...]");
  const mixed = list.length > 1 && list.some((item) => isUnknownList([item]));
  if (mixed) fail(where, "list-mixed", prop, {});
  return list;
}

/** A reference to a list in the only form that providers accept besides a list: CDKTF also returns references as objects. */
export function asList<Item>(given: readonly Item[]): readonly Item[] {
  return Tokenization.isResolvable(given) ? (Token.asList(given) as unknown as readonly Item[]) : given;
}

/** Whether a list is one reference to a list that is known only at deployment. */
export function isUnknownList(list: readonly unknown[]): boolean {
  return list.length === 1 && isUnresolved(list) && !isUnresolved(list[0]);
}

/** Undefined for an empty list: services do not return one, so each plan would add it again. */
export function nonEmpty<Item>(list: readonly Item[]): Item[] | undefined {
  return list.length === 0 ? undefined : [...list];
}

/** The items of a list as far as they are known: those of a reference are not. */
export function knownItems<Item>(list: readonly Item[]): readonly Item[] {
  return isUnknownList(list) ? [] : list;
}

export function joinItems(separator: string, list: readonly string[]): string {
  if (!isUnknownList(list)) return list.join(separator);
  const literal = JSON.stringify(separator);
  return Token.asString(
    fromItems(
      list,
      (items) => items.join(separator),
      (items) => `join(${literal}, ${items})`,
    ),
  );
}

/** A text for each item, which replaces `%s`. */
export function formatItems(format: string, list: readonly string[]): readonly string[] {
  const formatted = (items: readonly string[]) => items.map((item) => format.replaceAll("%s", () => item));
  if (!isUnknownList(list)) return formatted(list);
  return Token.asList(
    fromItems(list, formatted, (items, context) => `formatlist(${quoted(format, context)}, ${items})`),
  );
}

export function firstItem(list: readonly string[]): string | undefined {
  if (!isUnknownList(list)) return list[0];
  return Token.asString(
    fromItems(
      list,
      ([first = ""]) => first,
      (items) => `element(${items}, 0)`,
    ),
  );
}

/** A text in the form of a Terraform expression, with references as templates: `"arn:${aws_sqs_queue.Q.arn}"`. */
function quoted(text: string, { scope, preparing }: IResolveContext): string {
  // Within an expression, even in a text, CDKTF omits the braces of a reference.
  return JSON.stringify(text).replace(/\$\{TfToken\[[^\]]+\]\}/g, (reference) => {
    const found = String(resolveValue(scope, reference, preparing));
    return found.startsWith("${") ? found : JSON.stringify(found).slice(1, -1);
  });
}

/** An expression without the braces that CDKTF writes around it. */
const bare = (expression: unknown): string => String(expression).replace(/^\$\{([\s\S]*)\}$/, "$1");

/** Maps the items of a reference: at synthesis if they are known by then, else in Terraform. */
function fromItems(
  list: readonly string[],
  known: (items: readonly string[]) => unknown,
  expression: (items: string, context: IResolveContext) => string,
): IResolvable {
  return Lazy.anyValue({
    produce(context) {
      const items: unknown = context.resolve(list);
      if (Array.isArray(items)) return known(items);
      return `\${${expression(bare(items), context)}}`;
    },
  });
}

/** Rejects a list that is known only at deployment, if the library needs its items. */
export function checkKnownList(where: Where, prop: string, given: unknown): void {
  const list = parseItems(where, prop, given as readonly unknown[]);
  if (isUnknownList(list)) fail(where, "list-unknown", prop, {});
}
