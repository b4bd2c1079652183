import {
  DefaultTokenResolver,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  type ITerraformDependable,
  StringConcat,
  type TerraformElement,
  Token,
  Tokenization,
} from "cdktf";
import { isPlainObject } from "../checks/check";
import { isUnresolved } from "../tokens/unresolved";

/**
 * Represents replaced values of the library in `dependsOn`.
 *
 * A value that refers to a resource also makes Terraform create that resource first. If the caller writes the same value as text,
 * the order must stay. The resources are known after all declarations: see `keepOrder`.
 */
class ReplacedValues implements ITerraformDependable, IResolvable {
  readonly creationStack: string[] = [];

  constructor(readonly values: readonly unknown[]) {}

  /** A token, because CDKTF wraps each entry: resolving the wrapped one leads to this object. */
  get fqn(): string {
    return Token.asString(this);
  }

  resolve(): string {
    return "";
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** Collects the values of the entries that it resolves. */
class ReplacedValuesResolver extends DefaultTokenResolver {
  readonly found: unknown[] = [];

  constructor() {
    super(new StringConcat());
  }

  override resolveToken(
    token: IResolvable,
    context: IResolveContext,
    postProcessor: IPostProcessor,
  ): unknown {
    if (token instanceof ReplacedValues) this.found.push(...token.values);
    return super.resolveToken(token, context, postProcessor);
  }
}

/** The dependencies of a merged config: those of both sides, and the replaced references of the library. */
export function mergedDependsOn(
  library: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): ITerraformDependable[] | undefined {
  const replaced = Object.keys(given)
    .filter((key) => key !== "dependsOn" && given[key] !== library[key])
    .map((key) => library[key])
    .filter(hasReference);
  const merged = [
    ...listOf(library.dependsOn),
    ...listOf(given.dependsOn),
    ...(replaced.length === 0 ? [] : [new ReplacedValues(replaced)]),
  ];
  return merged.length === 0 ? undefined : [...new Set(merged)];
}

/** The addresses in a resource's `dependsOn`, and the values of the other entries. */
export function splitDependsOn(
  element: TerraformElement,
  entries: readonly string[],
): { readonly addresses: string[]; readonly replaced: readonly unknown[] } {
  const resolver = new ReplacedValuesResolver();
  const resolve = (entry: string): unknown =>
    Tokenization.resolve(entry, { scope: element, resolver, preparing: false });
  const addresses = entries.filter((entry) => resolve(entry) !== "");
  return { addresses, replaced: resolver.found };
}

function listOf(value: unknown): readonly ITerraformDependable[] {
  return Array.isArray(value) ? value : [];
}

function hasReference(value: unknown): boolean {
  if (isUnresolved(value) || (typeof value === "string" && value.includes("${"))) return true;
  if (Array.isArray(value)) return value.some(hasReference);
  return isPlainObject(value) && Object.values(value).some(hasReference);
}
