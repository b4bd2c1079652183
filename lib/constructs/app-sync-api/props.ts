import type { AppsyncApiCacheConfig } from "@cdktf/provider-aws/lib/appsync-api-cache";
import type {
  AppsyncGraphqlApi,
  AppsyncGraphqlApiConfig,
  AppsyncGraphqlApiOpenidConnectConfig,
} from "@cdktf/provider-aws/lib/appsync-graphql-api";
import type { Retention } from "../../facts/aws/log-retention";
import type { MapOf, Override } from "../../kit/core";
import type { DomainCertificate, DomainCertificateOverride, DomainHostedZone } from "../../kit/dns";
import type { FunctionProps, FunctionReference } from "../../kit/function";
import type { AppSyncApiDataSource } from "./data-sources/props";
import type { AppSyncApiResolver } from "./resolvers/props";

/** A custom domain. Its URL ends in `/graphql`, that of an `EventsApi` in `/event`. */
export interface AppSyncApiDomainProps {
  /** Domain of the API, in lower case. Changing it replaces the domain. @default - required */
  readonly domainName?: string | undefined;
  /** Name of the public Route 53 zone that holds the domain. It must exist. @default - the domain name without its first label */
  readonly hostedZone?: string | undefined;
  /**
   * Whether the domain is hosted outside Route 53. No DNS records are created: you point the domain at the host that AWS
   * names for it. Requires `cdk.certificate`.
   *
   * @default false
   */
  readonly isExternalDomain?: boolean | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - nothing */
  readonly cdk?:
    | {
        /**
         * An existing certificate in us-east-1. A plain object overrides the config of the created one.
         *
         * @default - one is created in us-east-1, and validated through the hosted zone
         */
        readonly certificate?: DomainCertificate | DomainCertificateOverride | undefined;
        /** The zone that holds the domain. Required when `domainName` is a reference. @default - looked up by name */
        readonly hostedZone?: DomainHostedZone | undefined;
      }
    | undefined;
}

/** A key that clients send with each request. */
export interface AppSyncApiApiKeyProps {
  /** Shown in the console. @default - none */
  readonly description?: string | undefined;
  /** Expiry of the key, as `2027-01-31T00:00:00Z`; at most a year after its creation. @default - 7 days after its creation */
  readonly expires?: string | undefined;
}

/** A construct with users, such as a `Userbase`. */
export interface AppSyncApiUserDirectory {
  /** Id of the user pool. */
  readonly userPoolId: string;
}

/** A user pool whose tokens the API accepts. */
export interface AppSyncApiUserPool {
  /** A `Userbase`. @default - `userPoolId` */
  readonly userPool?: AppSyncApiUserDirectory | undefined;
  /** Id of the user pool. @default - that of `userPool` */
  readonly userPoolId?: string | undefined;
  /** Region of the user pool. @default - the region with which the id begins; for a reference, that of the stack */
  readonly awsRegion?: string | undefined;
  /** Regular expression for the ids of accepted clients. @default - every client of the pool */
  readonly appIdClientRegex?: string | undefined;
  /** Whether a user without a rule in the schema may call a field; only for `authenticationType`. @default "ALLOW" */
  readonly defaultAction?: "ALLOW" | "DENY" | undefined;
}

/** A function that decides about requests. */
export interface AppSyncApiFunctionAuthorizer {
  /** The function. It gets a permission for this API. @default - `authorizerUri` */
  readonly function?: FunctionReference | undefined;
  /** ARN of an existing function. You must allow the API to invoke it. @default - the ARN of `function` */
  readonly authorizerUri?: string | undefined;
  /** Seconds for which a result is reused, 0 to 3600. A revoked token is accepted during this time. @default 0 */
  readonly authorizerResultTtlInSeconds?: number | undefined;
  /** Regular expression for tokens; other tokens are refused without an invocation of the function. @default - none */
  readonly identityValidationExpression?: string | undefined;
}

/** The kind of authorization of a request. */
export type AppSyncApiAuthenticationType =
  | "API_KEY"
  | "AWS_IAM"
  | "AMAZON_COGNITO_USER_POOLS"
  | "OPENID_CONNECT"
  | "AWS_LAMBDA";

/** A further way of authorization, beside `authenticationType`. */
export interface AppSyncApiAuthenticationProvider {
  /** The authorization type of these callers. */
  readonly authenticationType: AppSyncApiAuthenticationType;
  /** The user pool of `AMAZON_COGNITO_USER_POOLS`. @default - none */
  readonly userPoolConfig?: AppSyncApiUserPool | undefined;
  /** The issuer of `OPENID_CONNECT`. @default - none */
  readonly openidConnectConfig?: AppsyncGraphqlApiOpenidConnectConfig | undefined;
  /** The function of `AWS_LAMBDA`. @default - none */
  readonly lambdaAuthorizerConfig?: AppSyncApiFunctionAuthorizer | undefined;
}

/** Log settings of the API. Requests and answers may hold personal data. */
export interface AppSyncApiLogProps {
  /** The level of the log for fields. @default "ERROR" */
  readonly fieldLogLevel?: "NONE" | "ERROR" | "ALL" | "INFO" | "DEBUG" | undefined;
  /** Omits headers, contexts and evaluated mappings. @default true */
  readonly excludeVerboseContent?: boolean | undefined;
  /** How long logs are kept. @default "one_year" */
  readonly retention?: Retention | undefined;
  /** ARN of your role that may write logs. @default - one is created */
  readonly cloudwatchLogsRoleArn?: string | undefined;
}

/** Keys that override the created API. */
export interface AppSyncApiGraphqlApiOverride
  extends Override<
    Omit<
      AppsyncGraphqlApiConfig,
      | "schema"
      | "authenticationType"
      | "additionalAuthenticationProvider"
      | "userPoolConfig"
      | "lambdaAuthorizerConfig"
      | "logConfig"
    >
  > {
  /** The authorization of requests without a rule in the schema. @default "API_KEY" */
  readonly authenticationType?: AppSyncApiAuthenticationType | undefined;
  /** Further authorization types, which directives in the schema name. @default - none */
  readonly additionalAuthenticationProvider?: readonly AppSyncApiAuthenticationProvider[] | undefined;
  /** The user pool of `AMAZON_COGNITO_USER_POOLS`. @default - none */
  readonly userPoolConfig?: AppSyncApiUserPool | undefined;
  /** The function of `AWS_LAMBDA`. @default - none */
  readonly lambdaAuthorizerConfig?: AppSyncApiFunctionAuthorizer | undefined;
  /** Log settings. @default - nothing is logged */
  readonly logConfig?: AppSyncApiLogProps | undefined;
  /** The key that is created when requests may be authorized by `API_KEY`. @default - it ends after 7 days */
  readonly apiKeyConfig?: AppSyncApiApiKeyProps | undefined;
}

/** Keys of the cache that the caller may override. */
export type AppSyncApiCacheOverride = Override<Omit<AppsyncApiCacheConfig, "apiId">>;

/** Props of a managed GraphQL API. */
export interface AppSyncApiProps {
  /**
   * File with the schema, relative to the project, or several files that are merged. Needs the package `graphql`, and
   * for several files `@graphql-tools/merge`.
   *
   * @default - none: required with `resolvers`, unless the API exists
   */
  readonly schema?: string | readonly string[] | undefined;
  /** Domain of the API. @default - only the generated one */
  readonly customDomain?: string | AppSyncApiDomainProps | undefined;
  /** Where resolvers get data, by a key that you choose: letters, digits and `_`. @default {} */
  readonly dataSources?: MapOf<AppSyncApiDataSource> | undefined;
  /** The resolvers of fields, by type and field: `"Query notes"`. @default {} */
  readonly resolvers?: MapOf<AppSyncApiResolver> | undefined;
  /** Defaults for all functions, also for those added later. @default - none */
  readonly defaults?:
    | {
        /** Props of the functions that are created. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** An existing API, used unchanged, or keys that override the created one. @default - created */
        readonly graphqlApi?: AppsyncGraphqlApi | AppSyncApiGraphqlApiOverride | undefined;
        /** A cache for results of resolvers; it is billed by the hour. @default - none */
        readonly apiCache?: AppSyncApiCacheOverride | undefined;
      }
    | undefined;
}
