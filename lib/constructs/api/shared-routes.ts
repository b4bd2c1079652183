import type { Construct } from "constructs";
import type { AddedProps, Function } from "../../kit/function";

/** The method with which another construct adds routes that one function answers through one integration. */
export const addSharedRoutes: unique symbol = Symbol.for("serverform.addSharedRoutes");

/** The property with the props that the API gives to the functions of its routes. */
export const functionDefaults: unique symbol = Symbol.for("serverform.functionDefaults");

/** Routes that one function answers. */
export interface SharedRoutes {
  /** Where they are created. */
  readonly scope: Construct;
  /** Ends the id of the integration. Begins with a lower-case letter, unlike route keys. */
  readonly id: string;
  readonly keys: readonly string[];
  readonly function: Function;
  /** @default - the authorizer that the API has for all routes */
  readonly authorizer?: "none" | undefined;
}

/** An HTTP API as other constructs of the library see it. */
export interface WithSharedRoutes extends Construct {
  [addSharedRoutes](routes: SharedRoutes): void;
  /** Undefined for an API of another copy of the package that does not provide it. */
  readonly [functionDefaults]?: AddedProps | undefined;
}

/** Whether a value is an HTTP API of this library, also of another copy of the package. */
export function takesSharedRoutes(value: unknown): value is WithSharedRoutes {
  return typeof value === "object" && value !== null && addSharedRoutes in value;
}
