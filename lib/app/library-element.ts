import type { TerraformElement } from "cdktf";

/** Marks providers and backends that the library makes, to tell them from those of the caller. */
export const libraryElement: unique symbol = Symbol.for("serverform.libraryElement");

export function markLibraryElement<Element extends TerraformElement>(element: Element): Element {
  return Object.defineProperty(element, libraryElement, { value: true });
}
