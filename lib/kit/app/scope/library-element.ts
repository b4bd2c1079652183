import type { IConstruct } from "constructs";

/**
 * Marks constructs of the library, to tell them from those of the caller: providers, backends, and scopes of resources that are
 * not below a construct of the library.
 */
export const libraryElement: unique symbol = Symbol.for("serverform.libraryElement");

export function markLibraryElement<Element extends IConstruct>(element: Element): Element {
  return Object.defineProperty(element, libraryElement, { value: true });
}

/** Whether a construct of the library contains it, or a scope that the library has made. */
export function isWithinLibrary(element: IConstruct): boolean {
  return element.node.scopes.some((scope) => "getConstructMetadata" in scope || libraryElement in scope);
}
