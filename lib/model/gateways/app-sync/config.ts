export type AuthorizationMode =
  | "API_KEY"
  | "AWS_IAM"
  | "AMAZON_COGNITO_USER_POOLS"
  | "OPENID_CONNECT"
  | "AWS_LAMBDA";

export type AuthorizationWay =
  | { readonly mode: "API_KEY" }
  | { readonly mode: "AWS_IAM" }
  | {
      readonly mode: "AMAZON_COGNITO_USER_POOLS";
      readonly issuer: string;
      /** A Java pattern for the ids of accepted clients. @default - all */
      readonly clients: string | undefined;
      /** Whether fields without a rule are closed. */
      readonly deniesByDefault: boolean;
    }
  | {
      readonly mode: "OPENID_CONNECT";
      readonly issuer: string;
      readonly clients: string | undefined;
      /** How long a token is accepted after `auth_time` and after `iat`. */
      readonly authTtlMs: number | undefined;
      readonly issuedTtlMs: number | undefined;
    }
  | {
      readonly mode: "AWS_LAMBDA";
      readonly functionArn: string;
      readonly ttlSeconds: number;
      /** Tokens that do not match are refused without asking the function. */
      readonly tokens: RegExp | undefined;
    };

export interface GraphqlKey {
  readonly id: string;
  readonly key: string;
  readonly expiresAtMs: number | undefined;
}

export type DataSource = CalledSource & {
  /** The role that the API assumes for its requests. */
  readonly roleArn: string | undefined;
};

export type CalledSource =
  | { readonly type: "NONE"; readonly name: string }
  | { readonly type: "AWS_LAMBDA"; readonly name: string; readonly functionArn: string }
  | {
      readonly type: "AMAZON_DYNAMODB";
      readonly name: string;
      readonly tableName: string;
      readonly region: string | undefined;
    }
  | {
      readonly type: "RELATIONAL_DATABASE";
      readonly name: string;
      readonly clusterArn: string;
      readonly secretArn: string;
      readonly databaseName: string | undefined;
    }
  | {
      readonly type: "HTTP";
      readonly name: string;
      readonly endpoint: string;
      readonly signing: { readonly region: string; readonly service: string } | undefined;
    }
  | { readonly type: "AMAZON_EVENTBRIDGE"; readonly name: string; readonly busArn: string }
  | { readonly type: "OTHER"; readonly name: string; readonly kind: string };

export type Mapping =
  | { readonly kind: "direct" }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "templates"; readonly request: string; readonly response: string };

/** A step of a pipeline, or all of a unit resolver. */
export interface ResolverStep {
  /** `Query.notes`, or the name of the function. */
  readonly name: string;
  readonly dataSource: DataSource | undefined;
  readonly mapping: Mapping;
  /** How many requests go to a function at once. */
  readonly maxBatchSize: number;
}

export interface Resolver extends ResolverStep {
  readonly type: string;
  readonly field: string;
  /** The steps of a pipeline; undefined for a unit resolver. A step that does not exist is undefined. */
  readonly steps: readonly (ResolverStep | undefined)[] | undefined;
}

/** The facts about an API, of GraphQL or of events, that authorization needs. */
export interface AuthorizingApi {
  readonly id: string;
  readonly region: string;
  readonly account: string;
  readonly partition: string;
  /** The first is for fields without a rule. */
  readonly ways: readonly AuthorizationWay[];
  readonly keys: readonly GraphqlKey[];
}

export interface GraphqlApiConfig extends AuthorizingApi {
  readonly arn: string;
  readonly name: string;
  readonly schemaText: string;
  /** By `Query.notes`. */
  readonly resolvers: ReadonlyMap<string, Resolver>;
  readonly hasIntrospection: boolean;
  /** @default 0 - no limit */
  readonly depthLimit: number;
  /** @default 0 - only the limit of the service */
  readonly resolverLimit: number;
}
