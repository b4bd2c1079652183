import type {
  ApiGatewayAuthorizer,
  ApiGatewayAuthorizerConfig,
} from "@cdktf/provider-aws/lib/api-gateway-authorizer";
import type { DataAwsApiGatewayAuthorizer } from "@cdktf/provider-aws/lib/data-aws-api-gateway-authorizer";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import type { Duration, Override } from "../../../kit/core";
import type { Function } from "../../../kit/function";

interface AuthorizerProps {
  /**
   * Name in AWS. Change it together with `type`: names are unique in an API, and the new authorizer is created first.
   *
   * @default - the key in `authorizers`, followed by `-` and the type
   */
  readonly name?: string | undefined;
  /**
   * How long the gateway reuses an authorizer's result for the same identity; at most 1 hour.
   *
   * While a result is cached, a token that you revoke is still accepted.
   *
   * @default - nothing is cached; every request is checked
   */
  readonly resultsCacheTtl?: Duration | undefined;
  /** The provider objects behind it. @default - created */
  readonly cdk?: RestV1ApiAuthorizerCdkProps | undefined;
}

/** Keys of an authorizer that the caller may override. */
export type RestV1ApiAuthorizerOverride = Override<Omit<ApiGatewayAuthorizerConfig, "restApiId">>;

/** Provider objects behind an authorizer. */
export interface RestV1ApiAuthorizerCdkProps {
  /** An existing authorizer, or keys that override the config of the created one. @default - created */
  readonly authorizer?:
    | ApiGatewayAuthorizer
    | DataAwsApiGatewayAuthorizer
    | RestV1ApiAuthorizerOverride
    | undefined;
}

/** A `Userbase`: its pool. */
export interface RestV1ApiUserDirectory {
  /** Id of the user pool. */
  readonly userPoolId: string;
}

/** Accepts tokens of Cognito user pools. */
export interface RestV1ApiUserPoolsAuthorizer extends AuthorizerProps {
  /** Accepts tokens of Cognito user pools. */
  readonly type: "user_pools";
  /** Ids of the pools, or `Userbase`s. @default - required, unless `cdk.authorizer` is given */
  readonly userPoolIds?: readonly (string | RestV1ApiUserDirectory)[] | undefined;
  /** Where the gateway finds the token. @default "method.request.header.Authorization" */
  readonly identitySource?: string | undefined;
}

interface FunctionAuthorizerProps extends AuthorizerProps {
  /** The function that decides. @default - required, unless `cdk.authorizer` is given */
  readonly function?: Function | undefined;
  /** The provider objects behind it. @default - created */
  readonly cdk?:
    | (RestV1ApiAuthorizerCdkProps & {
        /** Role with which the gateway invokes the function; the role gets the permission. @default - the function allows the gateway */
        readonly assumeRole?: IamRole | DataAwsIamRole | undefined;
      })
    | undefined;
}

/** Lets your function decide on a token. */
export interface RestV1ApiFnTokenAuthorizer extends FunctionAuthorizerProps {
  /** A function decides by the token of the request. */
  readonly type: "fn_token";
  /** Where the gateway finds the token. @default "method.request.header.Authorization" */
  readonly identitySource?: string | undefined;
  /**
   * Regular expression that a token must match; other tokens are refused with 401, without an invocation of the function.
   *
   * @default - every token is passed to the function
   */
  readonly validationRegex?: string | undefined;
}

/** Lets your function decide on a whole request. */
export interface RestV1ApiFnRequestAuthorizer extends FunctionAuthorizerProps {
  /** A function decides by headers, query and other values of the request. */
  readonly type: "fn_request";
  /**
   * The parts of the request that identify the caller, such as `method.request.header.Authorization`; a request without one of them is refused
   * with 401. `[]` passes every request to the function, and allows no caching.
   *
   * @default - required, unless `cdk.authorizer` is given
   */
  readonly identitySources?: readonly string[] | undefined;
}

/** An authorizer that routes refer to by its key. */
export type RestV1ApiAuthorizer =
  | RestV1ApiUserPoolsAuthorizer
  | RestV1ApiFnTokenAuthorizer
  | RestV1ApiFnRequestAuthorizer;
