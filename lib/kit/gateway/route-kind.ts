import type { Construct } from "constructs";
import type { Function, FunctionProps } from "../function";
import type { InvokedFunction } from "../function/invoke-permissions";

/** A route as the caller declared it. */
export interface RouteDeclaration {
  readonly api: Construct;
  /** Where the route creates its resources: the API, or a scope below the one of `addRoutes`. */
  readonly scope: Construct;
  /** Ends the ids of the route's constructs. */
  readonly id: string;
  /** `routes["GET /notes"]`, for messages. */
  readonly prop: string;
  /** Props of the functions that the routes create. */
  readonly functionDefaults: Partial<FunctionProps> | undefined;
}

/** The props of routes of every type, and the kinds of their values, for `propKeys`. */
export const routeKeys = {
  type: true,
  authorizer: "text",
  authorizationScopes: "texts",
  throttle: "map",
  moved: "map",
} as const;

/** The target of a route, for the provider and for the library. */
export interface RouteTarget<Config> {
  readonly integration: Config;
  /** The function of this library that answers; undefined for anything else. */
  readonly function?: Function | undefined;
  /** The function that the gateway must be allowed to invoke. */
  readonly permission?: RoutePermission | undefined;
}

/** A function that a route invokes. */
export interface RoutePermission {
  readonly invokes: InvokedFunction;
  /** Tells functions of several stacks apart. @default - what the name of the function resolves to */
  readonly identity?: string | undefined;
}

/** One type of route of one gateway. */
export interface RouteKind<
  Declaration extends RouteDeclaration,
  Props,
  Target,
  Key extends string = keyof Props & string,
> {
  readonly keys: readonly Key[];
  /**
   * Refuses props that cannot work, and plans the function. Creates nothing.
   *
   * @returns creates the resources that the integration refers to, and names the permission that it needs
   */
  plan(declaration: Declaration, props: Props): () => Target;
}
