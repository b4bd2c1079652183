import { type ITerraformDependable, type TerraformElement, Token } from "cdktf";
import { isPlainObject } from "./check";
import { resolveValue } from "./resolve";

/** The values that a resource's `dependsOn` was asked for. CDKTF wraps each entry, and reads `fqn` when it resolves it. */
let asked: unknown[] | undefined;

/**
 * Stands in `dependsOn` for values of the library that the caller has replaced.
 *
 * A value that refers to a resource also makes Terraform create that resource first. When the caller writes the same as
 * text, the order must stay. Which resources those are is known when everything is declared: see `keepOrder`.
 */
class ReplacedValues implements ITerraformDependable {
  constructor(private readonly values: readonly unknown[]) {}

  get fqn(): string {
    asked?.push(...this.values);
    return "";
  }
}

/** What a merged config waits for: what both sides say, and the references of the library that were replaced. */
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

/** The entries of a resource's `dependsOn` that are addresses, and the values behind the others. */
export function splitDependsOn(
  element: TerraformElement,
  entries: readonly string[],
): { readonly addresses: string[]; readonly replaced: readonly unknown[] } {
  const replaced: unknown[] = [];
  asked = replaced;
  try {
    const addresses = entries.filter((entry) => resolveValue(element, entry) !== "");
    return { addresses, replaced };
  } finally {
    asked = undefined;
  }
}

function listOf(value: unknown): readonly ITerraformDependable[] {
  return Array.isArray(value) ? value : [];
}

function hasReference(value: unknown): boolean {
  if (Token.isUnresolved(value) || (typeof value === "string" && value.includes("${"))) return true;
  if (Array.isArray(value)) return value.some(hasReference);
  return isPlainObject(value) && Object.values(value).some(hasReference);
}
