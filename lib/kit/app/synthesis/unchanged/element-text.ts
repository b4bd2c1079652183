import type { TerraformElement } from "cdktf";
import type { ContentTexts } from "./content-text";

/** The name and version that jsii gives a class. */
interface Rtti {
  readonly fqn?: unknown;
  readonly version?: unknown;
}

const rtti = Symbol.for("jsii.rtti");

/** The name of a class in jsii, such as `cdktf.TerraformResource`; undefined for a class of the library or the caller. */
export function rttiOf(type: unknown): Rtti | undefined {
  return Object.hasOwn(Object(type) as object, rtti)
    ? ((type as Record<symbol, unknown>)[rtti] as Rtti)
    : undefined;
}

/** The parents of generated classes whose `toTerraform` depends on the attributes and these classes alone. */
const parents: ReadonlySet<unknown> = new Set(["cdktf.TerraformResource", "cdktf.TerraformDataSource"]);

/** Properties that the content does not depend on, or that `friendlyUniqueId` reflects. */
const leftOut: ReadonlySet<string> = new Set([
  "node",
  "_elementType",
  "_fqnToken",
  "_friendlyUniqueId",
  "_logicalIdOverride",
  "terraformGeneratorMetadata",
]);

/** The texts of elements, by which they are compared with those of an earlier synthesis. */
export class ElementTexts {
  /** The text of each class. Only the text of the first element of a class has all facts about it. */
  private readonly classes = new Map<unknown, string>();

  constructor(private readonly texts: ContentTexts) {}

  /** Reads the attributes of generated resources as they were given, and has all other elements make their content. */
  of(element: TerraformElement): string {
    const { node, friendlyUniqueId } = element;
    const attributes = this.attributes(element);
    if (attributes === undefined) {
      return this.texts.any([node.path, friendlyUniqueId, element.toTerraform(), element.toMetadata()]);
    }
    // With traces, they are in the content.
    const trace: unknown = node.metadata.find(({ type }) => type === "stacktrace")?.trace;
    const place = `${this.texts.any(node.path)}${this.texts.any(friendlyUniqueId)}`;
    return `${place}${trace === undefined ? "" : this.texts.any(trace)}${attributes}`;
  }

  /** The properties of a generated resource; undefined for other elements, and for values that CDKTF must resolve. */
  private attributes(element: TerraformElement): string | undefined {
    let text = this.classText(element.constructor);
    if (text === undefined) return undefined;
    const values = element as unknown as Readonly<Record<string, unknown>>;
    // Thousands of elements have some fifty properties each, few of which have a value.
    for (const key of Object.keys(element)) {
      const value = values[key];
      if (value === undefined || leftOut.has(key)) continue;
      const inner = this.texts.plain(given(key, value));
      if (inner === undefined) return undefined;
      text += `${key}=${inner}`;
    }
    return text;
  }

  /** Undefined for a class that was not generated: a class of the caller may make any content. */
  private classText(type: unknown): string | undefined {
    const known = this.classes.get(type);
    if (known !== undefined) return known;
    const [own, parent] = [rttiOf(type), Object.getPrototypeOf(type) as { readonly prototype: object }];
    if (!String(own?.fqn).startsWith("@cdktf/provider-") || !parents.has(rttiOf(parent)?.fqn))
      return undefined;
    const { synthesizeAttributes } = (type as { readonly prototype: Record<string, unknown> }).prototype;
    const { toTerraform, toMetadata } = parent.prototype as Record<string, unknown>;
    // The caller may have replaced a method.
    const methods = [synthesizeAttributes, toTerraform, toMetadata].map(String).join("\n");
    this.classes.set(type, `#${this.classes.size};`);
    return `${String(own?.fqn)}@${String(own?.version)};${methods};`;
  }
}

/** The value as the caller gave it: a generated class keeps blocks in objects of their own. */
function given(key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (key === "provider") return (value as { readonly fqn?: unknown }).fqn;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isBlock = prototype !== Object.prototype && prototype !== null && "internalValue" in value;
  return isBlock ? value.internalValue : value;
}
