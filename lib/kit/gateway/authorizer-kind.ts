import type { Construct } from "constructs";
import type { Function } from "../function";
import type { TokenSource } from "./directory/scopes";

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

/** The keys of authorizers of every type. */
export const authorizerKeys = { type: true, name: "text", cdk: "map" } as const;

/** One type of authorizer of one gateway. `Config` is the provider's, without the API and the name. */
export interface AuthorizerKind<Props, Config, Key extends string = keyof Props & string> {
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
  plan(declaration: AuthorizerDeclaration<Config>, props: Props): AuthorizerPlan<Config>;
}

/** Every type of authorizer of one gateway. */
export type AuthorizerKinds<Props extends { readonly type: string }, Config> = {
  [Type in Props["type"]]: AuthorizerKind<Extract<Props, { type: Type }>, Config>;
};

/** An authorizer, checked by its kind. */
export interface AuthorizerPlan<Config> {
  /**
   * Creates the resources that the config refers to.
   *
   * @param scope - belongs to this authorizer alone
   */
  create(scope: Construct): AuthorizerParts<Config>;
  /**
   * Creates the parts of a second authorizer, for routes with scopes that machines may request: it accepts their tokens too. On other
   * routes a machine could do what only users may.
   *
   * @default - routes with scopes use the same authorizer
   */
  forMachines?(scopes: readonly string[]): AuthorizerPlan<Config>["create"] | undefined;
}

interface AuthorizerParts<Config> {
  readonly config: Config;
  /** The function that the gateway must be allowed to invoke. */
  readonly invokes?: Function | undefined;
}

/** Whether the caller's own authorizer or config may supply what the props leave out. */
export function isPartial<Config>({ isImported, override }: AuthorizerDeclaration<Config>): boolean {
  return isImported || override !== undefined;
}
