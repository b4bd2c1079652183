import type { ThrottleLimits } from "../../../model";
import type { AccessLogLine } from "../access-log";
import type { Cors } from "./cors";
import type { ParameterMapping, RequestExpression, RequestTemplate } from "./expressions";
import type { RoutePattern, RouteTable } from "./routes";

/** The configuration of an HTTP API, from its resources. */
export interface HttpApiConfig {
  readonly address: string;
  readonly id: string;
  readonly name: string;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  readonly cors: Cors | undefined;
  readonly defaultStage: HttpStage | undefined;
  /** The other stages, by name. */
  readonly stages: ReadonlyMap<string, HttpStage>;
  readonly routes: readonly Route[];
  readonly table: RouteTable<Route>;
}

export interface HttpStage {
  readonly name: string;
  /** Undefined without any. */
  readonly variables: Readonly<Record<string, string>> | undefined;
  readonly logLine: AccessLogLine | undefined;
  limitsOf(routeKey: string): ThrottleLimits | undefined;
}

export interface Route {
  readonly pattern: RoutePattern;
  /** Path of the key, or `$default`. */
  readonly resourcePath: string;
  readonly authorization: RouteAuthorization;
  readonly integration: HttpIntegration | undefined;
}

export type RouteAuthorization =
  | { readonly type: "none" }
  | { readonly type: "iam" }
  | { readonly type: "jwt"; readonly authorizer: JwtAuthorizer; readonly scopes: readonly string[] }
  | { readonly type: "function"; readonly authorizer: HttpFunctionAuthorizer }
  /** The JSON names an authorizer that does not exist; every request is refused. */
  | { readonly type: "broken" };

export interface JwtAuthorizer {
  readonly type: "jwt";
  readonly name: string;
  readonly sources: readonly RequestExpression[];
  readonly issuer: string;
  readonly audiences: readonly string[];
}

export interface HttpFunctionAuthorizer {
  readonly type: "function";
  readonly id: string;
  readonly name: string;
  readonly sources: readonly RequestExpression[];
  readonly functionArn: RequestTemplate;
  /** The role that invokes the function. */
  readonly roleArn: string | undefined;
  readonly format: PayloadFormat;
  /** Whether it returns `{ isAuthorized }` instead of a policy. */
  readonly simple: boolean;
  readonly ttlSeconds: number;
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
