import type {
  Apigatewayv2Authorizer,
  Apigatewayv2AuthorizerConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import type { Duration, Override } from "../../../kit/core";
import type { Function } from "../../../kit/function";
import type { ApiJwt, ApiUserDirectory, ApiUserPool } from "../../../kit/gateway";

/** Keys of an authorizer that the caller may override. */
export type ApiAuthorizerOverride = Override<Apigatewayv2AuthorizerConfig>;

interface AuthorizerProps {
  /** Name in AWS. @default - the key in `authorizers` */
  readonly name?: string | undefined;
  /** Where the gateway finds the token. @default ["$request.header.Authorization"] */
  readonly identitySource?: readonly string[] | undefined;
  readonly cdk?:
    | {
        /** An existing authorizer, or keys that override the config of the created one. @default - created */
        readonly authorizer?: Apigatewayv2Authorizer | ApiAuthorizerOverride | undefined;
      }
    | undefined;
}

/** Accepts tokens of an issuer that publishes its keys. */
export interface ApiJwtAuthorizer extends AuthorizerProps {
  /** Accepts tokens of an OpenID Connect issuer. */
  readonly type: "jwt";
  /**
   * The issuer whose tokens are accepted, and their audience.
   *
   * @default - required, unless `cdk.authorizer` is given
   */
  readonly jwt?: ApiJwt | undefined;
}

/** Accepts tokens of a Cognito user pool. */
export interface ApiUserPoolAuthorizer extends AuthorizerProps {
  /** Accepts tokens of a Cognito user pool. */
  readonly type: "user_pool";
  /**
   * The user pool whose tokens are accepted: a `Userbase`, or a pool by its id.
   *
   * @default - required, unless `cdk.authorizer` is given
   */
  readonly userPool?: ApiUserPool | ApiUserDirectory | undefined;
}

/** Lets your function decide. */
export interface ApiFunctionAuthorizer extends AuthorizerProps {
  /** A function decides about each request. */
  readonly type: "fn";
  /** The function that decides. @default - required, unless `cdk.authorizer` is given */
  readonly function?: Function | undefined;
  /**
   * The result of the function: an IAM policy, or `{ isAuthorized }`. With `simple`, it gets events of format 2.0.
   *
   * @default ["iam"]
   */
  readonly responseTypes?: readonly ("iam" | "simple")[] | undefined;
  /**
   * How long the gateway reuses a result for the same identity; at most 1 hour.
   *
   * While a result is cached, a token that you revoke is still accepted.
   *
   * @default - nothing is cached; the function runs for every request
   */
  readonly resultsCacheTtl?: Duration | undefined;
}

/** An authorizer that routes refer to by its key. */
export type ApiAuthorizer = ApiJwtAuthorizer | ApiUserPoolAuthorizer | ApiFunctionAuthorizer;
