import type { Apigatewayv2Api, Apigatewayv2ApiConfig } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type {
  Apigatewayv2Authorizer,
  Apigatewayv2AuthorizerConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import type { Apigatewayv2Stage, Apigatewayv2StageConfig } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { DataAwsApigatewayv2Api } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-api";
import type { MapOf, Override } from "../../kit/core";
import type { Function, FunctionProps, FunctionReference } from "../../kit/function";
import type {
  AccessLogProps,
  ApiDomainCdkProps,
  ApiDomainProps,
  ApiJwt,
  ApiThrottleProps,
  ApiUserDirectory,
  ApiUserPool,
  IpAddressType,
  MovedRoute,
} from "../../kit/gateway";

/** Access logs of a WebSocket API's stage. */
export interface WebSocketApiAccessLogProps extends AccessLogProps {}

/** Provider objects behind a custom domain of a WebSocket API. */
export interface WebSocketApiDomainCdkProps extends Omit<ApiDomainCdkProps, "ownershipCertificate"> {}

/** A custom domain for a WebSocket API. AWS has no mutual TLS for it. */
export interface WebSocketApiDomainProps extends Omit<ApiDomainProps, "mtls" | "cdk"> {
  /** Existing provider objects to use, or configs that override what is created. @default - nothing */
  readonly cdk?: WebSocketApiDomainCdkProps | undefined;
}

/** A route that a function answers. */
export interface WebSocketApiFunctionRouteProps {
  /** Answers with a function. @default "function" */
  readonly type?: "function" | undefined;
  /** The function that gets the messages of the route. */
  readonly function: FunctionReference;
  /**
   * Limits of this route: connections for `$connect`, else messages. At most those of
   * `cdk.webSocketStage.defaultRouteSettings`. For routes in the stack of the API.
   *
   * @default - those of the stage, else of the account
   */
  readonly throttle?: ApiThrottleProps | undefined;
  /**
   * The key of the route in an earlier version of the app. Its resources are kept: Terraform moves them, and
   * a function that the route creates keeps its name and its log group.
   *
   * @default - the route is new, or has kept its key
   */
  readonly moved?: MovedRoute | undefined;
}

/** Keys of the authorizer that the caller may override. */
export type WebSocketApiAuthorizerOverride = Override<Apigatewayv2AuthorizerConfig>;

interface WebSocketApiAnyAuthorizer {
  /** Name in AWS. @default "WebSocketAuthorizer" */
  readonly name?: string | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - nothing */
  readonly cdk?:
    | {
        /** An existing authorizer, or keys that override the config of the created one. @default - created */
        readonly authorizer?: Apigatewayv2Authorizer | WebSocketApiAuthorizerOverride | undefined;
      }
    | undefined;
}

/** Lets your function decide who may connect. */
export interface WebSocketApiFunctionAuthorizer extends WebSocketApiAnyAuthorizer {
  /** A function decides which clients may connect. */
  readonly type: "fn";
  /** The function that decides; it returns a policy. @default - required, unless `cdk.authorizer` names one */
  readonly function?: Function | undefined;
  /**
   * Where the client sends its credentials: `route.request.header.<name>` or `route.request.querystring.<name>`.
   *
   * The gateway refuses clients that omit one of them, without an invocation of the function. Browsers cannot set headers
   * when they open a WebSocket.
   *
   * @default ["route.request.header.Authorization"]
   */
  readonly identitySource?: readonly string[] | undefined;
}

/** Where a client sends its token: a query parameter, a header, or the list of subprotocols. */
export type WebSocketApiTokenSource = `querystring.${string}` | `header.${string}` | "subprotocol";

interface WebSocketApiTokenAuthorizer extends WebSocketApiAnyAuthorizer {
  /**
   * Where the client sends its token: `querystring.<name>`, `header.<name>` or `subprotocol`.
   *
   * Browsers cannot set headers when they open a WebSocket. With `subprotocol`, the function of `$connect` must return
   * one of the subprotocols that the client offers, or browsers close the connection.
   *
   * @default "querystring.token"
   */
  readonly tokenSource?: WebSocketApiTokenSource | undefined;
}

/** Lets clients connect that have a token of an issuer that publishes its keys. A function of the library verifies it. */
export interface WebSocketApiJwtAuthorizer extends WebSocketApiTokenAuthorizer {
  /** Clients connect with a token of an OpenID Connect issuer. */
  readonly type: "jwt";
  /**
   * The issuer whose tokens are accepted, and their audience.
   *
   * @default - required, unless `cdk.authorizer` is an existing authorizer
   */
  readonly jwt?: ApiJwt | undefined;
}

/** Lets the users of a Cognito user pool connect. A function of the library verifies their tokens. */
export interface WebSocketApiUserPoolAuthorizer extends WebSocketApiTokenAuthorizer {
  /** Clients connect with a token of a Cognito user pool. */
  readonly type: "user_pool";
  /**
   * The user pool whose tokens are accepted: a `Userbase`, or a pool by its id.
   *
   * @default - required, unless `cdk.authorizer` is an existing authorizer
   */
  readonly userPool?: ApiUserPool | ApiUserDirectory | undefined;
  /**
   * The kind of token that is accepted. An ID token has the attributes of the user, an access token has the scopes.
   *
   * @default "access"
   */
  readonly tokenUse?: "access" | "id" | undefined;
}

/** Decides who may connect. */
export type WebSocketApiAuthorizer =
  | WebSocketApiFunctionAuthorizer
  | WebSocketApiJwtAuthorizer
  | WebSocketApiUserPoolAuthorizer;

/** Keys of a WebSocket API that the caller may override. */
export type WebSocketApiOverride = Override<
  Omit<Apigatewayv2ApiConfig, "protocolType" | "corsConfiguration" | "body" | "target" | "routeKey">
> & { readonly cloudWatchRole?: boolean | undefined };

/** Keys of the stage of a WebSocket API that the caller may override. */
export type WebSocketApiStageOverride = Override<Omit<Apigatewayv2StageConfig, "apiId">> & {
  readonly stageName?: string | undefined;
};

/** Props of a WebSocket API. */
export interface WebSocketApiProps {
  /** The functions of routes, by `$connect`, `$disconnect`, `$default` or a name that you choose. @default {} */
  readonly routes?: MapOf<FunctionReference | WebSocketApiFunctionRouteProps> | undefined;
  /**
   * Access logs: `false` for none, a string for another format. They need the log role of API Gateway in the account.
   *
   * @default true - as JSON, kept for one year
   */
  readonly accessLog?: string | boolean | WebSocketApiAccessLogProps | undefined;
  /** A custom domain, in addition to the generated one. @default - none */
  readonly customDomain?: string | WebSocketApiDomainProps | undefined;
  /**
   * The authorizer of connections. It is checked at the route `$connect`; messages on an open connection are not authorized again.
   *
   * @default "none"
   */
  readonly authorizer?: "none" | "iam" | WebSocketApiAuthorizer | undefined;
  /**
   * Address types of the API and of the domain that it creates: `dualstack` also serves clients with IPv6.
   *
   * Conditions on addresses, in policies and functions, must then handle both forms. It takes effect immediately. If
   * you remove the prop, the type stays: to go back, set `"ipv4"`.
   *
   * @default - IPv4
   */
  readonly ipAddressType?: IpAddressType | undefined;
  /**
   * Variables of the stage. Functions get them as `event.stageVariables`. They are visible in the console and in the state, so
   * keep no secrets here.
   *
   * @default - none
   */
  readonly stageVariables?: MapOf<string> | undefined;
  /** Defaults for all routes, including routes added later. @default - nothing */
  readonly defaults?:
    | {
        /** Props of the functions that the routes create. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - nothing */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /**
         * An existing API, or keys that override the config of the created one. `cloudWatchRole: true` also creates the
         * account's log role for API Gateway: one for all gateways of the region. It is removed with this stack.
         *
         * @default - created
         */
        readonly webSocketApi?: Apigatewayv2Api | DataAwsApigatewayv2Api | WebSocketApiOverride | undefined;
        /**
         * An existing stage of an existing API, or keys that override the config of the created one; `stageName` is its name.
         *
         * @default - created, named as the app's stage
         */
        readonly webSocketStage?: Apigatewayv2Stage | WebSocketApiStageOverride | undefined;
      }
    | undefined;
}
