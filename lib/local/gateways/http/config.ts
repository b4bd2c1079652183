import type { ThrottleLimits } from "../../../model";
import type { ApiFacts, Authorization, StageFacts } from "../api-config";
import type { FunctionAuthorizer } from "../function-authorizers";
import type { Cors } from "./cors";
import type { ParameterMapping, RequestExpression, RequestTemplate } from "./expressions";
import type { RoutePattern, RouteTable } from "./routes";

/** The configuration of an HTTP API, from its resources. */
export interface HttpApiConfig extends ApiFacts {
  readonly cors: Cors | undefined;
  readonly defaultStage: HttpStage | undefined;
  /** The other stages, by name. */
  readonly stages: ReadonlyMap<string, HttpStage>;
  readonly routes: readonly Route[];
  readonly table: RouteTable<Route>;
}

export interface HttpStage extends StageFacts {
  limitsOf(routeKey: string): ThrottleLimits | undefined;
}

export interface Route extends RoutePattern {
  readonly authorization: RouteAuthorization;
  readonly integration: HttpIntegration | undefined;
}

export type HttpAuthorizer = JwtAuthorizer | HttpFunctionAuthorizer;

export type RouteAuthorization = Authorization<HttpAuthorizer>;

interface JwtAuthorizer {
  readonly type: "jwt";
  readonly name: string;
  readonly sources: readonly RequestExpression[];
  readonly issuer: string;
  readonly audiences: readonly string[];
}

export interface HttpFunctionAuthorizer extends FunctionAuthorizer {
  readonly type: "function";
  readonly sources: readonly RequestExpression[];
  readonly functionArn: RequestTemplate;
  readonly format: PayloadFormat;
  /** Whether it returns `{ isAuthorized }` instead of a policy. */
  readonly simple: boolean;
}

export type PayloadFormat = "1.0" | "2.0";

export type HttpIntegration = HttpFunctionIntegration | ForwardIntegration | HttpServiceIntegration;

export interface HttpFunctionIntegration {
  readonly type: "function";
  readonly functionArn: RequestTemplate;
  /** The role that invokes the function. */
  readonly roleArn: string | undefined;
  readonly format: PayloadFormat;
  /** The mapping of responses, by their status. */
  readonly responses: ReadonlyMap<string, ParameterMapping>;
  readonly timeoutMs: number;
}

export interface ForwardIntegration {
  readonly type: "forward";
  /** The URI in the JSON: an address, or the ARN of a listener or service behind a VPC link. */
  readonly uri: string;
  /** The address to forward to; undefined when it is unknown. */
  readonly target: RequestTemplate | undefined;
  /** Whether the target is behind a VPC link; the path of the request is then forwarded. */
  readonly isPrivate: boolean;
  /** `ANY` keeps the method of the request. */
  readonly method: string;
  readonly request: ParameterMapping;
  readonly responses: ReadonlyMap<string, ParameterMapping>;
  readonly serverName: string | undefined;
  readonly timeoutMs: number;
}

export interface HttpServiceIntegration {
  readonly type: "service";
  /** `SQS-SendMessage`. */
  readonly subtype: string;
  /** The role that calls the service. */
  readonly roleArn: string | undefined;
  /** The address of the service; undefined when it is unknown. */
  readonly target: string | undefined;
  readonly parameters: readonly (readonly [name: string, value: RequestTemplate])[];
  readonly timeoutMs: number;
}
