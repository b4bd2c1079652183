import type { ApiGatewayAuthorizerConfig } from "@cdktf/provider-aws/lib/api-gateway-authorizer";
import type { Construct } from "constructs";

/** Where an authorizer is created, and what messages call it. */
export interface AuthorizerPlace {
  readonly api: Construct;
  /** A scope of the authorizer's own. */
  readonly scope: Construct;
  /** `authorizers["staff"]`. */
  readonly prop: string;
  readonly executionArn: string;
  /** Whether the caller's own config may say what the props leave out. */
  readonly isPartial: boolean;
}

/** What one type of authorizer is for the provider. */
export interface AuthorizerKind<Props> {
  /** What methods with it say. */
  readonly authorization: "COGNITO_USER_POOLS" | "CUSTOM";
  readonly authorizerType: "COGNITO_USER_POOLS" | "TOKEN" | "REQUEST";
  readonly keys: readonly (keyof Props & string)[];
  readonly cdkKeys: readonly string[];
  /** Refuses props that cannot work; creates nothing. */
  check(place: Omit<AuthorizerPlace, "scope" | "executionArn">, props: Props): void;
  config(
    place: AuthorizerPlace,
    props: Props,
  ): Omit<ApiGatewayAuthorizerConfig, "restApiId" | "name" | "type" | "authorizerResultTtlInSeconds">;
  /** Lets the gateway call what the authorizer needs. */
  permit?(place: AuthorizerPlace, props: Props, authorizerId: string): void;
}
