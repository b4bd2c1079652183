import type {
  ApiGatewayRestApi,
  ApiGatewayRestApiConfig,
} from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import type { DataAwsApiGatewayRestApi } from "@cdktf/provider-aws/lib/data-aws-api-gateway-rest-api";
import type { Retention } from "../../facts/aws/log-retention";
import type { MapOf, Override } from "../../kit/core";
import type { FunctionProps } from "../../kit/function";
import type { AccessLogProps, Declared, IpAddressType, Named } from "../../kit/gateway";
import type { RestV1ApiAuthorizer } from "./authorizers/props";
import type { RestV1ApiCorsPreflightOptions } from "./cors";
import type { RestV1ApiCustomDomainProps } from "./domain/props";
import type { RestV1ApiRouteProps } from "./routes/props";
import type { RestV1ApiDeployOptions } from "./stage";

/** Access logs of a REST API's stage. */
export interface RestV1ApiAccessLogProps extends AccessLogProps<Exclude<Retention, "three_years">> {}

/** Defaults for all routes. */
export interface RestV1ApiDefaults<Name extends string = string> {
  /** Scopes. A token needs at least one of them; for routes with a `user_pools` authorizer. @default [] */
  readonly authorizationScopes?: readonly string[] | undefined;
  /** `none`, `iam` or the name of one of `authorizers`; also for routes added later. @default "none" */
  readonly authorizer?: "none" | "iam" | Declared<Name> | (string & {}) | undefined;
  /** Props of the functions that the routes create. @default - none */
  readonly function?: Partial<FunctionProps> | undefined;
}

/** Keys that override the config of the created REST API, and the settings of its stage. */
export interface RestV1ApiRestApiProps extends Override<ApiGatewayRestApiConfig> {
  /** The stage: its name, tracing, caching, logging and throttling. @default - named as the app's stage, traced */
  readonly deployOptions?: RestV1ApiDeployOptions | undefined;
  /** The response to preflight requests, instead of `cors`. @default - as `cors` says */
  readonly defaultCorsPreflightOptions?: RestV1ApiCorsPreflightOptions | undefined;
  /**
   * Creates the role with which API Gateway writes logs, and sets it for the account and region.
   *
   * There is one such setting per account and region. It is removed with this stack, for every API.
   *
   * @default false - the account has one already, or its gateways write no logs
   */
  readonly cloudWatchRole?: boolean | undefined;
}

/** A REST API. */
export interface RestV1ApiProps<Name extends string = string> {
  /**
   * Access logs: `false` for none, a string for another format. They need the log role of API Gateway in the account.
   *
   * @default true - as JSON, kept for one year
   */
  readonly accessLog?: string | boolean | RestV1ApiAccessLogProps | undefined;
  /** Authorizers by name. @default - none */
  readonly authorizers?: Named<RestV1ApiAuthorizer, Name> | undefined;
  /**
   * Answers preflight requests on every path, and adds the headers that browsers require to errors of the gateway.
   *
   * Functions must send `Access-Control-Allow-Origin` in their own responses.
   *
   * @default true - every origin, header and method
   */
  readonly cors?: boolean | undefined;
  /** A custom domain, in addition to the generated one. @default - none */
  readonly customDomain?: string | RestV1ApiCustomDomainProps | undefined;
  /** Settings of all routes; each route may override them. @default - nothing */
  readonly defaults?: RestV1ApiDefaults<Name> | undefined;
  /**
   * Address types of the API and of the domain that it creates: `dualstack` also serves clients with IPv6. Private APIs are always
   * `dualstack`.
   *
   * Conditions on addresses, in policies and functions, must then handle both forms. It takes effect immediately. If
   * you remove the prop, the type stays: to go back, set `"ipv4"`.
   *
   * @default - IPv4
   */
  readonly ipAddressType?: IpAddressType | undefined;
  /** The targets of routes, by `<METHOD> <path>`; `ANY /{proxy+}` matches everything that no other route matches. @default {} */
  readonly routes?: MapOf<RestV1ApiRouteProps<Name>> | undefined;
  /**
   * Variables of the stage. Functions get them as `event.stageVariables`, and integrations and mapping templates can contain
   * them. They are visible in the console and in the state, so keep no secrets here.
   *
   * @default - none
   */
  readonly stageVariables?: MapOf<string> | undefined;
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** An existing REST API, or keys that override the config of the created one. @default - created */
        readonly restApi?: ApiGatewayRestApi | DataAwsApiGatewayRestApi | RestV1ApiRestApiProps | undefined;
        /**
         * Ids of resources that an imported API has already, by path: `{ "/notes": "slx2bn" }`.
         *
         * If an existing path is missing here, it is created a second time, which AWS refuses.
         *
         * @default {}
         */
        readonly importedPaths?: MapOf<string> | undefined;
      }
    | undefined;
}
