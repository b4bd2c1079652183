import type { Apigatewayv2IntegrationConfig } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import type { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import type { DataAwsApigatewayv2VpcLink } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-vpc-link";
import type { DataAwsLambdaAlias } from "@cdktf/provider-aws/lib/data-aws-lambda-alias";
import type { DataAwsLambdaFunction } from "@cdktf/provider-aws/lib/data-aws-lambda-function";
import type { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import type { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import type { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import type { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import type { MapOf, Override } from "../../../kit/core";
import type { Function, FunctionReference, FunctionVersion } from "../../../kit/function";
import type { ApiThrottleProps, Declared, MovedRoute } from "../../../kit/gateway";
import type { CloudSubtype } from "./cloud-services";

/** Props that every route has. */
export interface ApiBaseRouteProps<Name extends string = string> {
  /** `none`, `iam` or the name of one of `authorizers`. @default - `defaults.authorizer` of the API */
  readonly authorizer?: "none" | "iam" | Declared<Name> | (string & {}) | undefined;
  /** Scopes. A token needs at least one of them; for `jwt` and `user_pool`. @default - `defaults.authorizationScopes` of the API */
  readonly authorizationScopes?: readonly string[] | undefined;
  /**
   * Limits of this route on the default stage, at most those of `defaults.throttle`. For routes in the stack of the API.
   *
   * @default - `defaults.throttle` of the API
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

/** Version of the event that a function gets, and of the answer that it gives. */
export type PayloadFormatVersion = "1.0" | "2.0";

/** Settings of the integration of a function route, such as how the gateway changes the response. */
export type ApiFunctionIntegrationProps = Override<
  Omit<Apigatewayv2IntegrationConfig, ComputedIntegrationKey>
>;

/** Settings that only WebSocket APIs have. */
type WebSocketIntegrationKey =
  | "contentHandlingStrategy"
  | "passthroughBehavior"
  | "requestTemplates"
  | "templateSelectionExpression";

type ComputedIntegrationKey =
  | "apiId"
  | "integrationUri"
  | "integrationType"
  | "integrationSubtype"
  | "integrationMethod"
  | "payloadFormatVersion"
  | "requestParameters"
  | "connectionType"
  | "connectionId"
  | "tlsConfig"
  | WebSocketIntegrationKey;

/** A route that a function answers. */
export interface ApiFunctionRouteProps<Name extends string = string> extends ApiBaseRouteProps<Name> {
  /** Answers with a function. @default "function" */
  readonly type?: "function" | undefined;
  /** The function that answers. @default - required, unless `cdk.function` is given */
  readonly function?: FunctionReference | undefined;
  /** Format of the event that the function gets. @default - `defaults.payloadFormatVersion` of the API */
  readonly payloadFormatVersion?: PayloadFormatVersion | undefined;
  readonly cdk?:
    | {
        /** An existing function, alias or version; binding and permissions do not apply to it. @default - none */
        readonly function?:
          | LambdaFunction
          | DataAwsLambdaFunction
          | LambdaAlias
          | DataAwsLambdaAlias
          | FunctionVersion
          | undefined;
        /**
         * Keys that override the integration with the function: `responseParameters`, `timeoutMilliseconds`, ...
         *
         * @default - the library's integration
         */
        readonly integration?: ApiFunctionIntegrationProps | undefined;
      }
    | undefined;
}

/** Settings of the integration of a route that forwards requests. */
export interface ApiIntegrationProps
  extends Override<
    Omit<Apigatewayv2IntegrationConfig, "apiId" | "integrationUri" | WebSocketIntegrationKey>
  > {
  /** Method of the forwarded request. @default "ANY" - the method of the request */
  readonly method?: string | undefined;
  /** The link into the network of the load balancer. @default - one is created per API and load balancer */
  readonly vpcLink?: Apigatewayv2VpcLink | DataAwsApigatewayv2VpcLink | undefined;
  /** Host name that the certificate of the load balancer must have. @default - no TLS to the listener */
  readonly secureServerName?: string | undefined;
  /** Changes to the request before it is forwarded. @default - none */
  readonly parameterMapping?: MapOf<string> | undefined;
}

/** A route that an application load balancer in the private network answers. */
export interface ApiAlbRouteProps<Name extends string = string> extends ApiBaseRouteProps<Name> {
  /** Forwards requests to an Application Load Balancer. */
  readonly type: "alb";
  readonly cdk: {
    /** Listener of the load balancer that gets the requests. The gateway reaches it through a VPC link. */
    readonly albListener: LbListener | DataAwsLbListener;
    /**
     * Keys that override the integration, for example its VPC link, its parameter mapping or its timeout.
     *
     * @default - the library's integration
     */
    readonly integration?: ApiIntegrationProps | undefined;
  };
}

/** A route that a network load balancer in the private network answers. */
export interface ApiNlbRouteProps<Name extends string = string> extends ApiBaseRouteProps<Name> {
  /** Forwards requests to a Network Load Balancer. */
  readonly type: "nlb";
  readonly cdk: {
    /** Listener of the load balancer that gets the requests. The gateway reaches it through a VPC link. */
    readonly nlbListener: LbListener | DataAwsLbListener;
    /**
     * Keys that override the integration, for example its VPC link, its parameter mapping or its timeout.
     *
     * @default - the library's integration
     */
    readonly integration?: ApiIntegrationProps | undefined;
  };
}

/** A route that is forwarded to a public address. */
export interface ApiUrlRouteProps<Name extends string = string> extends ApiBaseRouteProps<Name> {
  /** Forwards requests to a URL. */
  readonly type: "url";
  /** The address; may use variables of the path: `https://example.com/{proxy}`. */
  readonly url: string;
  readonly cdk?:
    | {
        /**
         * Keys that override the integration, for example its method or its timeout.
         *
         * @default - the library's integration
         */
        readonly integration?: ApiIntegrationProps | undefined;
      }
    | undefined;
}

/** The action of a `cloud` route and its parameters, and further keys of the integration. */
export type ApiCloudIntegrationProps = Override<
  Omit<Apigatewayv2IntegrationConfig, "apiId" | "credentialsArn">
> & {
  /** The service's action. */
  readonly subtype: CloudSubtype;
  /** Its parameters, from the request (`$request.body.x`) or fixed. */
  readonly parameterMapping: MapOf<string>;
};

/** A route that an AWS service answers, without a function. */
export interface ApiCloudRouteProps<Name extends string = string> extends ApiBaseRouteProps<Name> {
  /** Calls an AWS service without a function. */
  readonly type: "cloud";
  readonly cdk: {
    /** The service that the gateway calls, and its parameters. */
    readonly integration: ApiCloudIntegrationProps;
  };
}

/** A route that a GraphQL server in a function answers. */
export interface ApiGraphQLRouteProps<Name extends string = string> extends ApiBaseRouteProps<Name> {
  /** Answers with a GraphQL server in a function. */
  readonly type: "graphql";
  /** The function with the GraphQL server. */
  readonly function: FunctionReference;
  /** Code-first schema generation. @default - none */
  readonly schemagen?:
    | {
        /** Module that exports the built schema, relative to the project. @default - no generation */
        readonly schema?: string | undefined;
        /** File that the schema is written to. @default - not written */
        readonly output?: string | undefined;
        /** Commands that run after the schema was written. @default - none */
        readonly commands?: readonly string[] | undefined;
        /** Packages that are bundled while the schema module is evaluated. @default - none */
        readonly internalPackages?: readonly string[] | undefined;
      }
    | undefined;
}

/** The target of a route: a handler, a `Function`, or an object with more settings. */
export type ApiRouteProps<Name extends string = string> =
  | string
  | Function
  | ApiFunctionRouteProps<Name>
  | ApiAlbRouteProps<Name>
  | ApiNlbRouteProps<Name>
  | ApiUrlRouteProps<Name>
  | ApiCloudRouteProps<Name>
  | ApiGraphQLRouteProps<Name>;
