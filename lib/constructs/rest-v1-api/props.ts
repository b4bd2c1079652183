import type {
  ApiGatewayRestApi,
  ApiGatewayRestApiConfig,
} from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import type { DataAwsApiGatewayRestApi } from "@cdktf/provider-aws/lib/data-aws-api-gateway-rest-api";
import type { Override } from "../../core/override";
import type { Retention } from "../../core/retention";
import type { FunctionProps } from "../../function";
import type { AccessLogProps } from "../../gateway";
import type { RestV1ApiAuthorizer } from "./authorizers";
import type { RestV1ApiCorsPreflightOptions } from "./cors";
import type { RestV1ApiCustomDomainProps } from "./domain-props";
import type { RestV1ApiRouteProps } from "./routes";
import type { RestV1ApiDeployOptions } from "./stage";

/** Access logs of a REST API's stage. */
export interface RestV1ApiAccessLogProps extends AccessLogProps<Exclude<Retention, "three_years">> {}

/** What applies to all routes that do not say otherwise. */
export interface RestV1ApiDefaults {
  /** Scopes of which a token needs one; for routes with a `user_pools` authorizer. @default [] */
  readonly authorizationScopes?: readonly string[];
  /** `none`, `iam` or the name of one of `authorizers`; also for routes added later. @default "none" */
  readonly authorizer?: "none" | "iam" | (string & {});
  /** Props of the functions that the routes make. @default - none */
  readonly function?: Partial<FunctionProps>;
}

/** Keys laid over the created REST API, and what belongs to its stage. */
export interface RestV1ApiRestApiProps extends Override<ApiGatewayRestApiConfig> {
  /** The stage: its name, tracing, caching, logging and throttling. @default - named as the app's stage, traced */
  readonly deployOptions?: RestV1ApiDeployOptions;
  /** What preflight requests are answered, in place of `cors`. @default - as `cors` says */
  readonly defaultCorsPreflightOptions?: RestV1ApiCorsPreflightOptions;
  /**
   * Makes the role with which API Gateway writes logs and sets it for the account and region.
   *
   * There is one such setting per account and region: with this stack it goes, for every API.
   *
   * @default false - the account has one already, or its gateways write no logs
   */
  readonly cloudWatchRole?: boolean;
}

/** A REST API. */
export interface RestV1ApiProps {
  /**
   * Access logs: `false` for none, a string for another format. They need the account's log role of API Gateway.
   *
   * @default true - as JSON, kept for one year
   */
  readonly accessLog?: string | boolean | RestV1ApiAccessLogProps;
  /** Authorizers by name. @default - none */
  readonly authorizers?: Readonly<Record<string, RestV1ApiAuthorizer>>;
  /**
   * Answers preflight requests on every path and gives errors of the gateway the headers that browsers ask for.
   *
   * The answers of functions are the functions' own: they have to send `Access-Control-Allow-Origin` themselves.
   *
   * @default true - every origin, header and method
   */
  readonly cors?: boolean;
  /** A domain of yours, beside the generated one. @default - none */
  readonly customDomain?: string | RestV1ApiCustomDomainProps;
  /** @default - nothing */
  readonly defaults?: RestV1ApiDefaults;
  /** What answers, by `<METHOD> <path>`; `ANY /{proxy+}` for all that no other route matches. @default {} */
  readonly routes?: Readonly<Record<string, RestV1ApiRouteProps>>;
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /** An existing REST API, used as it is, or keys laid over the created one. @default - created */
    readonly restApi?: ApiGatewayRestApi | DataAwsApiGatewayRestApi | RestV1ApiRestApiProps;
    /**
     * Ids of resources that an imported API has already, by path: `{ "/notes": "slx2bn" }`.
     *
     * A path that exists and is missing here would be made a second time, which AWS refuses.
     *
     * @default {}
     */
    readonly importedPaths?: Readonly<Record<string, string>>;
  };
}
