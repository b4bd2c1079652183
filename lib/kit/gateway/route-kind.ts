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

/**
 * One type of route of one gateway.
 *
 * @typeParam Props - what the caller writes
 * @typeParam Plan - the checked props, handed from `check` to `config`
 */
export interface RouteKind<
  Declaration extends RouteDeclaration,
  Props,
  Target,
  Plan = unknown,
  Key extends string = keyof Props & string,
> {
  readonly keys: readonly Key[];
  /** Refuses props that cannot work, and parses the rest. Creates nothing; functions are planned. */
  check(declaration: Declaration, props: Props): Plan;
  /** The config of the integration and the permission that it needs. Creates the resources that they refer to. */
  config(declaration: Declaration, plan: Plan): Target;
}

/** The target of a route, checked by its kind and not created yet. */
export interface PlannedTarget<Declaration extends RouteDeclaration, Target> {
  readonly kind: Pick<RouteKind<Declaration, never, Target>, "config">;
  readonly declaration: Declaration;
  readonly plan: unknown;
}

/** Refuses the target of a route if it cannot work. Creates nothing; functions are planned. */
export function planTarget<Declaration extends RouteDeclaration, Props, Target>(
  kind: RouteKind<Declaration, Props, Target, unknown, string>,
  declaration: Declaration,
  props: Props,
): PlannedTarget<Declaration, Target> {
  return { kind, declaration, plan: kind.check(declaration, props) };
}

/** Creates the target of a route, and returns how the gateway reaches it. */
export function createTarget<Declaration extends RouteDeclaration, Target>({
  kind,
  declaration,
  plan,
}: PlannedTarget<Declaration, Target>): Target {
  return kind.config(declaration, plan);
}
