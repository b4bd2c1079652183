import { DefaultTokenResolver, StringConcat, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";

const resolver = new DefaultTokenResolver(new StringConcat());

/** Replaces tokens in a value by references, as the stack of `scope` writes them. */
export function resolveTokens(scope: IConstruct, value: unknown): unknown {
  // Without `preparing`, CDKTF would write references to other stacks as if they were in this one.
  return Tokenization.resolve(value, { scope, resolver, preparing: true });
}
