import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { Construct } from "constructs";
import type { TokenSource } from "./directory-scopes";

/** An authorizer as the caller declared it. */
export interface AuthorizerDeclaration<Config> {
  readonly api: Construct;
  /** Its key in `authorizers`, or what it is called by default. */
  readonly name: string;
  /** `authorizers["jwt"]`, for messages. */
  readonly prop: string;
  /** Whether `cdk.authorizer` is an existing authorizer. */
  readonly isImported: boolean;
  /** `cdk.authorizer` as a config that overrides the created one. */
  readonly override: Partial<Config> | undefined;
}

/** Where an authorizer is created. */
export interface AuthorizerPlace<Config> extends AuthorizerDeclaration<Config> {
  /** A scope for this authorizer alone. */
  readonly scope: Construct;
  /** The execution ARN of the API. */
  readonly executionArn: string;
}

/**
 * One type of authorizer of one gateway.
 *
 * @typeParam Props - what the caller writes
 * @typeParam Config - the provider config, without the API and the name
 * @typeParam Plan - the checked props, handed from `check` to the other steps
 */
export interface AuthorizerKind<Props, Config, Plan = unknown, Key extends string = keyof Props & string> {
  /** The authorization type of routes with this authorizer. */
  readonly authorization: string;
  /** Whether such routes can require scopes. */
  readonly takesScopes: boolean;
  readonly keys: readonly Key[];
  /** Keys of `cdk`. @default - `authorizer` alone */
  readonly cdkKeys?: readonly string[] | undefined;
  /** Where the tokens come from. @default - not known here */
  tokenSources?(props: Props): readonly TokenSource[];
  /** Refuses props that cannot work, and parses the rest. Creates nothing. */
  check(declaration: AuthorizerDeclaration<Config>, props: Props): Plan;
  /** The config of the authorizer. Creates the resources that it refers to. */
  config(place: AuthorizerPlace<Config>, plan: Plan): Config;
  /**
   * The plan of a second authorizer, for routes with scopes that machines may request: it accepts their tokens too. On other
   * routes a machine could do what only users may.
   *
   * @default - routes with scopes use the same authorizer
   */
  forMachines?(plan: Plan, scopes: readonly string[]): Plan | undefined;
  /** Lets the gateway invoke what decides. */
  permission?(place: AuthorizerPlace<Config>, plan: Plan, authorizerId: string): LambdaPermission | undefined;
}

/** Whether the caller's own authorizer or config may supply what the props leave out. */
export function isPartial<Config>({ isImported, override }: AuthorizerDeclaration<Config>): boolean {
  return isImported || override !== undefined;
}
