import type { Apigatewayv2Api, Apigatewayv2ApiConfig } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type { Apigatewayv2StageConfig } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { DataAwsApigatewayv2Api } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-api";
import type { MapOf, Override } from "../../kit/core";
import type { FunctionProps } from "../../kit/function";
import type {
  AccessLogProps,
  ApiDomainProps,
  ApiThrottleProps,
  Declared,
  IpAddressType,
  Named,
} from "../../kit/gateway";
import type { ApiAuthorizer } from "./authorizers/props";
import type { ApiCorsProps } from "./cors";
import type { ApiRouteProps, PayloadFormatVersion } from "./routes/props";

/** Access logs of an API's stages. */
export interface ApiAccessLogProps extends AccessLogProps {}

/** A stage beside the default one. */
export interface ApiStageProps extends Override<Omit<Apigatewayv2StageConfig, "apiId">> {
  /** Same as `name`. @default - `name` */
  readonly stageName?: string | undefined;
}

/** Defaults for all routes. */
export interface ApiDefaults<Name extends string = string> {
  /** Scopes. A token needs at least one of them; for routes with a `jwt` or `user_pool` authorizer. @default [] */
  readonly authorizationScopes?: readonly string[] | undefined;
  /** `none`, `iam` or the name of one of `authorizers`; also for routes added later. @default "none" */
  readonly authorizer?: "none" | "iam" | Declared<Name> | (string & {}) | undefined;
  /** Props of the functions that the routes create. @default - none */
  readonly function?: Partial<FunctionProps> | undefined;
  /** Format of the event that functions get. `1.0` is the format of REST APIs. @default "2.0" */
  readonly payloadFormatVersion?: PayloadFormatVersion | undefined;
  /** Limits of each route of the default stage. @default - those of the account */
  readonly throttle?: ApiThrottleProps | undefined;
}

/** Keys of an HTTP API that the caller may override. */
export type ApiHttpApiOverride = Override<
  Omit<Apigatewayv2ApiConfig, "protocolType" | "corsConfiguration" | "body" | "target" | "routeKey">
> & { readonly createDefaultStage?: boolean | undefined };

/** An HTTP API. */
export interface ApiProps<Name extends string = string> {
  /**
   * Access logs: `false` for none, a string for another format.
   *
   * @default true - as JSON, kept for one year
   */
  readonly accessLog?: string | boolean | ApiAccessLogProps | undefined;
  /** Authorizers by name. @default - none */
  readonly authorizers?: Named<ApiAuthorizer, Name> | undefined;
  /**
   * The origins of browser pages that may call the API. The gateway answers their preflight requests itself.
   *
   * @default true - every origin, header and method
   */
  readonly cors?: boolean | ApiCorsProps | undefined;
  /** A custom domain, in addition to the generated one. @default - none */
  readonly customDomain?: string | ApiDomainProps | undefined;
  /** Settings of all routes; each route may override them. @default - nothing */
  readonly defaults?: ApiDefaults<Name> | undefined;
  /**
   * Address types of the API and of the domain that it creates: `dualstack` also serves clients with IPv6.
   *
   * Conditions on addresses, in policies and functions, must then handle both forms. It takes effect immediately. If
   * you remove the prop, the type stays: to go back, set `"ipv4"`.
   *
   * @default - IPv4
   */
  readonly ipAddressType?: IpAddressType | undefined;
  /** The targets of routes, by `<METHOD> <path>` or `$default`. @default {} */
  readonly routes?: MapOf<ApiRouteProps<Name>> | undefined;
  /**
   * Variables of the default stage. Functions get them as `event.stageVariables`, and URLs and parameter mappings can contain
   * them: `${stageVariables.host}`. They are visible in the console and in the state, so keep no secrets here.
   *
   * @default - none
   */
  readonly stageVariables?: MapOf<string> | undefined;
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /**
         * An existing API, or keys that override the config of the created one. `createDefaultStage: false` omits the
         * stage `$default`.
         *
         * @default - created, with a default stage
         */
        readonly httpApi?: Apigatewayv2Api | DataAwsApigatewayv2Api | ApiHttpApiOverride | undefined;
        /** Further stages. They deploy automatically unless you turn that off. @default - none */
        readonly httpStages?: readonly ApiStageProps[] | undefined;
      }
    | undefined;
}
