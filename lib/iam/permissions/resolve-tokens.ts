import { DefaultTokenResolver, StringConcat, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";

const resolver = new DefaultTokenResolver(new StringConcat());

/** A value with every token replaced by the reference that it stands for, as the stack of `scope` writes it. */
export function resolveTokens(scope: IConstruct, value: unknown): unknown {
  // Not preparing, CDKTF would write what belongs to another stack as if it belonged to this one.
  return Tokenization.resolve(value, { scope, resolver, preparing: true });
}
