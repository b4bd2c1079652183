import type { Apigatewayv2AuthorizerConfig } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import type { Construct } from "constructs";

/** Where an authorizer is created, and what messages call it. */
export interface AuthorizerPlace {
  readonly api: Construct;
  /** A scope of the authorizer's own. */
  readonly scope: Construct;
  /** Its key in `authorizers`. */
  readonly name: string;
  /** `authorizers["jwt"]`. */
  readonly prop: string;
  readonly executionArn: string;
  /** Whether the caller's own config may say what the props leave out. */
  readonly isPartial: boolean;
}

/** What one type of authorizer is for the provider. */
export interface AuthorizerKind<Props> {
  /** What routes with it say. */
  readonly authorizationType: "JWT" | "CUSTOM";
  readonly authorizerType: "JWT" | "REQUEST";
  readonly keys: readonly (keyof Props & string)[];
  config(
    place: AuthorizerPlace,
    props: Props,
  ): Omit<Apigatewayv2AuthorizerConfig, "apiId" | "name" | "authorizerType">;
  /** Lets the gateway call what the authorizer needs. */
  permit?(place: AuthorizerPlace, props: Props, authorizerId: string): void;
}
