import type { AcmCertificateConfig } from "@cdktf/provider-aws/lib/acm-certificate";
import type { AppsyncApiCacheConfig } from "@cdktf/provider-aws/lib/appsync-api-cache";
import type {
  AppsyncGraphqlApi,
  AppsyncGraphqlApiConfig,
  AppsyncGraphqlApiOpenidConnectConfig,
} from "@cdktf/provider-aws/lib/appsync-graphql-api";
import type { Override } from "../../core/override";
import type { Retention } from "../../core/retention";
import type { DomainCertificate, DomainHostedZone } from "../../dns";
import type { FunctionProps, FunctionReference } from "../../function";
import type { AppSyncApiDataSource } from "./data-sources/props";
import type { AppSyncApiResolver } from "./resolvers/props";

/** A custom domain. Its URL ends in `/graphql`. */
export interface AppSyncApiDomainProps {
  /** Domain of the API, in lower case. Changing it replaces the domain. @default - required */
  readonly domainName?: string;
  /** Name of the public Route 53 zone that holds the domain. It must exist. @default - the domain name without its first label */
  readonly hostedZone?: string;
  /**
   * Whether the domain is hosted outside Route 53. No DNS records are created: you point the domain at the host that AWS
   * names for it. Requires `cdk.certificate`.
   *
   * @default false
   */
  readonly isExternalDomain?: boolean;
  /** Existing provider objects to use, or configs that override what is created. @default - nothing */
  readonly cdk?: {
    /**
     * An existing certificate in us-east-1. A plain object overrides the config of the created one.
     *
     * @default - one is created in us-east-1, and validated through the hosted zone
     */
    readonly certificate?: DomainCertificate | Override<AcmCertificateConfig>;
    /** The zone that holds the domain. Required when `domainName` is a reference. @default - looked up by name */
    readonly hostedZone?: DomainHostedZone;
  };
}

/** A key that clients send with each request. */
export interface AppSyncApiApiKeyProps {
  /** Shown in the console. @default - none */
  readonly description?: string;
  /** When the key ends, as `2027-01-31T00:00:00Z`; at most a year after its creation. @default - 7 days after its creation */
  readonly expires?: string;
}

/** A construct with users, such as a `Userbase`. */
export interface AppSyncApiUserDirectory {
  readonly userPoolId: string;
}

/** A user pool whose tokens the API accepts. */
export interface AppSyncApiUserPool {
  /** A `Userbase`. @default - `userPoolId` */
  readonly userPool?: AppSyncApiUserDirectory;
  /** Id of the user pool. @default - that of `userPool` */
  readonly userPoolId?: string;
  /** Region of the user pool. @default - the region of the stack */
  readonly awsRegion?: string;
  /** Regular expression for the ids of accepted clients. @default - every client of the pool */
  readonly appIdClientRegex?: string;
  /** Whether a user without a rule in the schema may call a field; only for `authenticationType`. @default "ALLOW" */
  readonly defaultAction?: "ALLOW" | "DENY";
}

/** A function that decides about requests. */
export interface AppSyncApiFunctionAuthorizer {
  /** The function. It gets a permission for this API. @default - `authorizerUri` */
  readonly function?: FunctionReference;
  /** ARN of an existing function. You let the API invoke it. @default - the ARN of `function` */
  readonly authorizerUri?: string;
  /** Seconds for which an answer is reused, 0 to 3600. A withdrawn token is accepted as long. @default 0 */
  readonly authorizerResultTtlInSeconds?: number;
  /** Regular expression for tokens; others are refused without a call of the function. @default - none */
  readonly identityValidationExpression?: string;
}

type AuthenticationType =
  | "API_KEY"
  | "AWS_IAM"
  | "AMAZON_COGNITO_USER_POOLS"
  | "OPENID_CONNECT"
  | "AWS_LAMBDA";

/** A further way of authorization, beside `authenticationType`. */
export interface AppSyncApiAuthenticationProvider {
  readonly authenticationType: AuthenticationType;
  /** The user pool of `AMAZON_COGNITO_USER_POOLS`. @default - none */
  readonly userPoolConfig?: AppSyncApiUserPool;
  /** The issuer of `OPENID_CONNECT`. @default - none */
  readonly openidConnectConfig?: AppsyncGraphqlApiOpenidConnectConfig;
  /** The function of `AWS_LAMBDA`. @default - none */
  readonly lambdaAuthorizerConfig?: AppSyncApiFunctionAuthorizer;
}

/** What the API logs. Requests and answers may hold personal data. */
export interface AppSyncApiLogProps {
  /** What is logged about fields. @default "ERROR" */
  readonly fieldLogLevel?: "NONE" | "ERROR" | "ALL" | "INFO" | "DEBUG";
  /** Leaves headers, contexts and evaluated mappings out. @default true */
  readonly excludeVerboseContent?: boolean;
  /** How long logs are kept. @default "one_year" */
  readonly retention?: Retention;
  /** ARN of your role that may write logs. @default - one is created */
  readonly cloudwatchLogsRoleArn?: string;
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
  /** How requests without a rule in the schema are authorized. @default "API_KEY" */
  readonly authenticationType?: AuthenticationType;
  /** Further ways, which directives in the schema name. @default - none */
  readonly additionalAuthenticationProvider?: readonly AppSyncApiAuthenticationProvider[];
  /** The user pool of `AMAZON_COGNITO_USER_POOLS`. @default - none */
  readonly userPoolConfig?: AppSyncApiUserPool;
  /** The function of `AWS_LAMBDA`. @default - none */
  readonly lambdaAuthorizerConfig?: AppSyncApiFunctionAuthorizer;
  /** What is logged. @default - nothing */
  readonly logConfig?: AppSyncApiLogProps;
  /** The key that is created when requests may be authorized by `API_KEY`. @default - it ends after 7 days */
  readonly apiKeyConfig?: AppSyncApiApiKeyProps;
}

/** Props of a managed GraphQL API. */
export interface AppSyncApiProps {
  /**
   * File with the schema, relative to the project, or several that are merged. Needs the package `graphql`, several also
   * `@graphql-tools/merge`.
   *
   * @default - none: required with `resolvers`, unless the API exists
   */
  readonly schema?: string | readonly string[];
  /** Domain of the API. @default - only the generated one */
  readonly customDomain?: string | AppSyncApiDomainProps;
  /** Where resolvers get data, by a key that you choose: letters, digits and `_`. @default {} */
  readonly dataSources?: Readonly<Record<string, AppSyncApiDataSource>>;
  /** What answers fields, by type and field: `"Query notes"`. @default {} */
  readonly resolvers?: Readonly<Record<string, AppSyncApiResolver>>;
  /** Defaults for all functions, also for those added later. @default - none */
  readonly defaults?: {
    /** Props of the functions that are created. @default - none */
    readonly function?: Partial<FunctionProps>;
  };
  /** Existing provider objects to use, or configs that override what is created. @default - none */
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /** An existing API, used unchanged, or keys that override the created one. @default - created */
    readonly graphqlApi?: AppsyncGraphqlApi | AppSyncApiGraphqlApiOverride;
    /** A cache for answers of resolvers; it is billed by the hour. @default - none */
    readonly apiCache?: Override<Omit<AppsyncApiCacheConfig, "apiId">>;
  };
}
