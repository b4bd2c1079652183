import type { PolicyDocumentStatement, ThrottleLimits } from "../../../model";
import type { ApiFacts, Authorization, StageFacts } from "../api-config";
import type { RouteFacts } from "../api-exchange";
import type { FunctionAuthorizer } from "../function-authorizers";
import type { PathPattern } from "../path-tree";
import type { GatewayResponse, ResponseType } from "./answer";
import type { RestIntegration } from "./integration";
import type { MediaTypes } from "./media-types";
import type { ParameterSource, StageText } from "./parameter-source";
import type { RestRequest } from "./request";
import type { ServedResourceTree } from "./resource-tree";
import type { RequestValidation } from "./validation";

/** The configuration of a REST API, from its resources. */
export interface RestApiConfig extends ApiFacts {
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
  readonly routes: readonly Method[];
  readonly tree: ServedResourceTree<Method>;
}

export interface RestStage extends StageFacts {
  readonly deploymentId: string | undefined;
  /** Limits of a method, whose own ones are also those of a single HTTP method of `ANY`. */
  limitsOf(method: Method, httpMethod?: string): MethodLimits;
}

/** A request to an API with this configuration. */
export type RestExchange = RestRequest<RestApiConfig, RestStage, Method>;

/** Limits, and the route that has them. */
interface MethodLimits {
  readonly route: string;
  /** Undefined without limits. */
  readonly limits: ThrottleLimits | undefined;
}

/** A method of a resource. */
export interface Method extends RouteFacts, PathPattern {
  readonly operationName: string | undefined;
  readonly authorization: Authorization<RestAuthorizer>;
  readonly needsApiKey: boolean;
  readonly validation: RequestValidation | undefined;
  readonly integration: RestIntegration | undefined;
}

export type RestAuthorizer = RestFunctionAuthorizer | UserPoolsAuthorizer;

export interface RestFunctionAuthorizer extends FunctionAuthorizer {
  readonly type: "function";
  readonly takes: "TOKEN" | "REQUEST";
  readonly functionArn: StageText;
  readonly sources: readonly ParameterSource[];
  /** Pattern that the whole token must match. */
  readonly validation: RegExp | undefined;
}

export interface UserPoolsAuthorizer {
  readonly type: "user-pools";
  readonly name: string;
  readonly source: ParameterSource;
  readonly issuers: readonly string[];
}
