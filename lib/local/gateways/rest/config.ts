import type { PolicyDocumentStatement, ThrottleLimits } from "../../../model";
import type { AccessLogLine } from "../access-log";
import type { GatewayResponse, ResponseType } from "./answer";
import type { RestIntegration } from "./integration";
import type { MediaTypes } from "./media-types";
import type { ParameterSource, StageText } from "./parameter-source";
import type { ResourcePath, ServedResourceTree } from "./resource-tree";
import type { RequestValidation } from "./validation";

/** The configuration of a REST API, from its resources. */
export interface RestApiConfig {
  readonly address: string;
  readonly id: string;
  readonly name: string;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  /** Whether API keys come from the authorizer, instead of the header `x-api-key`. */
  readonly takesKeysFromAuthorizer: boolean;
  readonly binaryTypes: MediaTypes;
  /** How long a function that streams may write nothing. */
  readonly idleMs: number;
  readonly gatewayResponses: ReadonlyMap<ResponseType, GatewayResponse>;
  /** The resource policy; undefined when everyone may call the API. */
  readonly policy: readonly PolicyDocumentStatement[] | undefined;
  /** Whether it has methods in an OpenAPI document, which are not served. */
  readonly hasOpenApiBody: boolean;
  readonly stages: ReadonlyMap<string, RestStage>;
  readonly methods: readonly Method[];
  readonly tree: ServedResourceTree<Method>;
}

export interface RestStage {
  readonly name: string;
  readonly deploymentId: string | undefined;
  /** Undefined without any. */
  readonly variables: Readonly<Record<string, string>> | undefined;
  readonly logLine: AccessLogLine | undefined;
  /** Limits of a method, whose own ones are also those of a single HTTP method of `ANY`. */
  limitsOf(method: Method, httpMethod?: string): MethodLimits;
}

/** Limits, and the route that has them. */
interface MethodLimits {
  readonly route: string;
  /** Undefined without limits. */
  readonly limits: ThrottleLimits | undefined;
}

export interface Method {
  readonly resourceId: string;
  readonly resource: ResourcePath;
  readonly httpMethod: string;
  readonly operationName: string | undefined;
  readonly authorization: Authorization;
  readonly needsApiKey: boolean;
  readonly validation: RequestValidation | undefined;
  readonly integration: RestIntegration | undefined;
}

export type Authorization =
  | { readonly type: "none" }
  | { readonly type: "iam" }
  | { readonly type: "function"; readonly authorizer: RestFunctionAuthorizer }
  | {
      readonly type: "user-pools";
      readonly authorizer: UserPoolsAuthorizer;
      readonly scopes: readonly string[];
    }
  /** The JSON names an authorizer that does not exist; every request is refused. */
  | { readonly type: "broken" };

export interface RestFunctionAuthorizer {
  readonly type: "function";
  readonly id: string;
  readonly name: string;
  readonly takes: "TOKEN" | "REQUEST";
  readonly functionArn: StageText;
  /** The role that invokes the function. */
  readonly roleArn: string | undefined;
  readonly sources: readonly ParameterSource[];
  /** Pattern that the whole token must match. */
  readonly validation: RegExp | undefined;
  readonly ttlSeconds: number;
}

export interface UserPoolsAuthorizer {
  readonly type: "user-pools";
  readonly name: string;
  readonly source: ParameterSource;
  readonly issuers: readonly string[];
}
