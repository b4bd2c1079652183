import type { AccessLogLine } from "../access-log-format";
import type { ThrottleLimits } from "../token-bucket";
import type { Cors } from "./cors";
import type { RequestExpression, RequestTemplate } from "./expressions";
import type { ParameterMapping } from "./parameter-mapping";
import type { RoutePattern, RouteTable } from "./routes";

/** An HTTP API as its resources declare it, ready to serve. */
export interface HttpApiConfig {
  readonly address: string;
  readonly id: string;
  readonly name: string;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  readonly cors: Cors | undefined;
  readonly defaultStage: HttpStage | undefined;
  /** The others, by name. */
  readonly stages: ReadonlyMap<string, HttpStage>;
  readonly routes: readonly Route[];
  readonly table: RouteTable<Route>;
}

export interface HttpStage {
  readonly name: string;
  /** Undefined when there is none. */
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
  /** Named in the JSON, but not there: nobody is let in. */
  | { readonly type: "broken" };

export interface JwtAuthorizer {
  readonly name: string;
  readonly sources: readonly RequestExpression[];
  readonly issuer: string;
  readonly audiences: readonly string[];
}

export interface HttpFunctionAuthorizer {
  readonly id: string;
  readonly name: string;
  readonly sources: readonly RequestExpression[];
  readonly functionArn: RequestTemplate;
  readonly format: PayloadFormat;
  /** Whether it answers `{ isAuthorized }` instead of a policy. */
  readonly simple: boolean;
  readonly ttlSeconds: number;
}

export type PayloadFormat = "1.0" | "2.0";

export type HttpIntegration = HttpFunctionIntegration | ForwardIntegration | HttpServiceIntegration;

export interface HttpFunctionIntegration {
  readonly type: "function";
  readonly functionArn: RequestTemplate;
  readonly format: PayloadFormat;
  readonly timeoutMs: number;
}

export interface ForwardIntegration {
  readonly type: "forward";
  /** As the JSON names it: an address, or the ARN of a listener or service behind a VPC link. */
  readonly uri: string;
  /** Where to forward to; undefined when nothing says so. */
  readonly target: RequestTemplate | undefined;
  /** Behind a VPC link, where the request's own path is forwarded. */
  readonly isPrivate: boolean;
  /** `ANY` keeps the request's. */
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
  /** Where the service is to be found; undefined when nothing says so. */
  readonly target: string | undefined;
  readonly parameters: readonly (readonly [name: string, value: RequestTemplate])[];
  readonly timeoutMs: number;
}
