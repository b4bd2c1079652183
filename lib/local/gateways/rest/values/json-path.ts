/** A JSONPath of mappings and templates: `$.items[0].name`. */
export interface JsonPath {
  /** Undefined when nothing matches; a list when the path has a wildcard. */
  find(value: unknown): unknown;
}

type Step =
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "all" }
  | { readonly kind: "descend" };

const steps = /\.\.|\.?\*|\[\*\]|\[(-?\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]|\.?([^.[\]]+)/g;

/**
 * Parses a JSONPath with members, indexes, `*` and `..`.
 *
 * Filters and slices are not supported; such a path matches nothing.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
export function parseJsonPath(path: string): JsonPath {
  const parsed: Step[] = [];
  const text = path.trim().replace(/^\$/, "");
  let end = 0;
  for (const match of text.matchAll(steps)) {
    if (match.index !== end) return { find: () => undefined };
    end += match[0].length;
    const [whole, index, single, double, name] = match;
    if (whole === "..") parsed.push({ kind: "descend" });
    else if (whole.endsWith("*") || whole === "[*]") parsed.push({ kind: "all" });
    else if (index !== undefined) parsed.push({ kind: "index", index: Number(index) });
    else parsed.push({ kind: "member", name: single ?? double ?? name ?? "" });
  }
  if (end !== text.length) return { find: () => undefined };
  const isOne = parsed.every(({ kind }) => kind === "member" || kind === "index");
  return {
    find(value) {
      let found: readonly unknown[] = [value];
      for (const step of parsed) found = found.flatMap((each) => take(each, step));
      return isOne ? found[0] : found;
    },
  };
}

function take(value: unknown, step: Step): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  switch (step.kind) {
    case "member":
      return Object.hasOwn(value, step.name) && !Array.isArray(value)
        ? [(value as Readonly<Record<string, unknown>>)[step.name]]
        : [];
    case "index": {
      const found = Array.isArray(value) ? value.at(step.index) : undefined;
      return found === undefined ? [] : [found];
    }
    case "all":
      return Object.values(value);
    case "descend":
      return descendants(value);
  }
}

function descendants(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(descendants)];
}
