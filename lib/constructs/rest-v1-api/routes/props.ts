import type { ApiGatewayIntegrationConfig } from "@cdktf/provider-aws/lib/api-gateway-integration";
import type { ApiGatewayMethodConfig } from "@cdktf/provider-aws/lib/api-gateway-method";
import type { ApiGatewayModel } from "@cdktf/provider-aws/lib/api-gateway-model";
import type { ApiGatewayRequestValidator } from "@cdktf/provider-aws/lib/api-gateway-request-validator";
import type { ApiGatewayVpcLink } from "@cdktf/provider-aws/lib/api-gateway-vpc-link";
import type { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import type { DataAwsApiGatewayVpcLink } from "@cdktf/provider-aws/lib/data-aws-api-gateway-vpc-link";
import type { DataAwsApigatewayv2VpcLink } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-vpc-link";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { DataAwsLambdaAlias } from "@cdktf/provider-aws/lib/data-aws-lambda-alias";
import type { DataAwsLambdaFunction } from "@cdktf/provider-aws/lib/data-aws-lambda-function";
import type { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import type { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import type { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import type { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import type { Duration, MapOf, Override } from "../../../kit/core";
import type { Function, FunctionReference, FunctionVersion } from "../../../kit/function";
import type { ApiThrottleProps, Declared, MovedRoute } from "../../../kit/gateway";

/** A response that a method can return. */
export interface RestV1ApiMethodResponse {
  /** HTTP status, as a string: `"200"`. */
  readonly statusCode: string;
  /** Models of the body, or their names, by content type. @default - none */
  readonly responseModels?: MapOf<ApiGatewayModel | string> | undefined;
  /** Headers that may be set, such as `method.response.header.Location`. @default - none */
  readonly responseParameters?: MapOf<boolean> | undefined;
}

/** The mapping of the function's result to the response; only without proxy. */
export interface RestV1ApiIntegrationResponse {
  /** One of the method's `methodResponses`. */
  readonly statusCode: string;
  /** Regular expression on the function's error message. @default - what no other response matches */
  readonly selectionPattern?: string | undefined;
  /**
   * Conversion of the body by the gateway: base64 to bytes, or bytes to base64.
   *
   * @default - the body is passed on unchanged
   */
  readonly contentHandling?: "CONVERT_TO_BINARY" | "CONVERT_TO_TEXT" | undefined;
  /** Values of headers, by `method.response.header.<name>`. @default - none */
  readonly responseParameters?: MapOf<string> | undefined;
  /** Mapping templates by content type. @default - the body is passed on unchanged */
  readonly responseTemplates?: MapOf<string> | undefined;
}

type MethodOverride = Override<
  Omit<
    ApiGatewayMethodConfig,
    | "restApiId"
    | "resourceId"
    | "httpMethod"
    | "authorization"
    | "authorizerId"
    | "authorizationScopes"
    | "requestModels"
  >
>;

/** Keys that override the config of the method of a route. */
export interface RestV1ApiMethodProps extends MethodOverride {
  /** Models of the body, or their names, by content type. @default - none */
  readonly requestModels?: MapOf<ApiGatewayModel | string> | undefined;
  /** Validates requests before the function is invoked: the result of `cdk.restApi.addRequestValidator`. @default - nothing */
  readonly requestValidator?: ApiGatewayRequestValidator | undefined;
  /** Responses that the method can return; needed only without proxy. @default - anything */
  readonly methodResponses?: readonly RestV1ApiMethodResponse[] | undefined;
}

type IntegrationOverride = Override<
  Omit<ApiGatewayIntegrationConfig, "restApiId" | "resourceId" | "httpMethod" | "uri" | "type">
>;

/** Keys that override the config of the integration of a route. */
export interface RestV1ApiIntegrationProps extends IntegrationOverride {
  /** Whether the function gets the whole request and returns the whole response. @default true */
  readonly proxy?: boolean | undefined;
  /** Type of the integration in AWS's words. @default - `AWS_PROXY`, without `proxy` `AWS` */
  readonly type?: string | undefined;
  /** The mapping of the function's result to the response; only without proxy. @default - none */
  readonly integrationResponses?: readonly RestV1ApiIntegrationResponse[] | undefined;
  /** Whether the test button of the console may invoke the function. @default true */
  readonly allowTestInvoke?: boolean | undefined;
  /**
   * How long the gateway waits for the function, up to the quota of your account; with
   * `streaming`, up to 15 minutes, or 5 minutes with an AWS provider before 6.26.
   *
   * @default "29 seconds"; with `streaming` as long as it may
   */
  readonly timeout?: Duration | undefined;
  /** Role with which the gateway invokes the function; the role gets the permission. @default - the function allows the gateway */
  readonly credentialsRole?: IamRole | DataAwsIamRole | undefined;
}

/** Keys that override the config of the integration of a route that a load balancer answers. */
export interface RestV1ApiBalancerIntegrationProps
  extends Omit<IntegrationOverride, "integrationTarget" | "connectionType" | "connectionId" | "credentials"> {
  /** Whether the load balancer gets the whole request, and its response is returned unchanged. @default true */
  readonly proxy?: boolean | undefined;
  /** Type of the integration in AWS's words. @default - `HTTP_PROXY`, without `proxy` `HTTP` */
  readonly type?: string | undefined;
  /** The mapping of the load balancer's response to the response of the method; only without proxy. @default - none */
  readonly integrationResponses?: readonly RestV1ApiIntegrationResponse[] | undefined;
  /** How long the gateway waits for the load balancer, up to the quota of your account. @default "29 seconds" */
  readonly timeout?: Duration | undefined;
  /**
   * The link into the network of the load balancer. For an `nlb` route, it may be a link of the older kind
   * (`ApiGatewayVpcLink`), which AWS no longer recommends.
   *
   * @default - one is created per API and load balancer
   */
  readonly vpcLink?:
    | Apigatewayv2VpcLink
    | DataAwsApigatewayv2VpcLink
    | ApiGatewayVpcLink
    | DataAwsApiGatewayVpcLink
    | undefined;
  /**
   * Host name that the certificate of the load balancer must have; requests then use TLS and name this host.
   *
   * @default - no TLS to the listener
   */
  readonly secureServerName?: string | undefined;
}

/** Props that every route has. */
export interface RestV1ApiBaseRouteProps<Name extends string = string> {
  /** `none`, `iam` or the name of one of `authorizers`. @default - `defaults.authorizer` of the API */
  readonly authorizer?: "none" | "iam" | Declared<Name> | (string & {}) | undefined;
  /** Scopes. A token needs at least one of them; for `user_pools`. @default - `defaults.authorizationScopes` of the API */
  readonly authorizationScopes?: readonly string[] | undefined;
  /**
   * Limits of this route, at most those of `cdk.restApi.deployOptions`. They take effect without a new deployment. For
   * the method `ANY`, they apply to each method.
   *
   * @default - those of `cdk.restApi.deployOptions`, else of the account
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

/** A route that a function answers. */
export interface RestV1ApiFunctionRouteProps<Name extends string = string>
  extends RestV1ApiBaseRouteProps<Name> {
  /** Answers with a function. @default "function" */
  readonly type?: "function" | undefined;
  /** The function that answers. @default - required, unless `cdk.function` is given */
  readonly function?: FunctionReference | undefined;
  /**
   * Whether the client gets each part of the response as soon as the handler writes it, for up to 15 minutes (5 minutes
   * with an AWS provider before 6.26) and beyond 10 MB. Write the handler with `awslambda.streamifyResponse`, and
   * begin with status and headers:
   * `awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers: {} })`.
   *
   * After 10 MB the gateway sends 2 MB per second. A pause may last 5 minutes, with `edge` endpoints 30 seconds. AWS
   * charges each 10 MB as one request. Responses are neither cached nor compressed. To turn it off again, set `false`:
   * without the prop, the integration keeps its mode.
   *
   * @default false - the client gets the response when it is complete
   */
  readonly streaming?: boolean | undefined;
  /** The provider objects behind the route. @default - created */
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
         * Keys that override the integration, for example its timeout or its templates.
         *
         * @default - the library's integration
         */
        readonly integration?: RestV1ApiIntegrationProps | undefined;
        /** For example `{ apiKeyRequired: true }`. @default - the library's method */
        readonly method?: RestV1ApiMethodProps | undefined;
      }
    | undefined;
}

/** A route that an application load balancer in the private network answers. */
export interface RestV1ApiAlbRouteProps<Name extends string = string> extends RestV1ApiBaseRouteProps<Name> {
  /** Forwards requests to an Application Load Balancer. */
  readonly type: "alb";
  readonly cdk: {
    /** Listener of the load balancer that gets the requests. The gateway reaches it through a VPC link. */
    readonly albListener: LbListener | DataAwsLbListener;
    /**
     * Keys that override the integration, for example its timeout or its parameters.
     *
     * @default - the library's integration
     */
    readonly integration?: RestV1ApiBalancerIntegrationProps | undefined;
    /** For example `{ apiKeyRequired: true }`. @default - the library's method */
    readonly method?: RestV1ApiMethodProps | undefined;
  };
}

/** A route that a network load balancer in the private network answers. */
export interface RestV1ApiNlbRouteProps<Name extends string = string> extends RestV1ApiBaseRouteProps<Name> {
  /** Forwards requests to a Network Load Balancer. */
  readonly type: "nlb";
  readonly cdk: {
    /** Listener of the load balancer that gets the requests. The gateway reaches it through a VPC link. */
    readonly nlbListener: LbListener | DataAwsLbListener;
    /**
     * Keys that override the integration, for example its timeout or its parameters.
     *
     * @default - the library's integration
     */
    readonly integration?: RestV1ApiBalancerIntegrationProps | undefined;
    /** For example `{ apiKeyRequired: true }`. @default - the library's method */
    readonly method?: RestV1ApiMethodProps | undefined;
  };
}

/** The target of a route: a handler, a `Function`, or an object with more settings. */
export type RestV1ApiRouteProps<Name extends string = string> =
  | string
  | Function
  | RestV1ApiFunctionRouteProps<Name>
  | RestV1ApiAlbRouteProps<Name>
  | RestV1ApiNlbRouteProps<Name>;
