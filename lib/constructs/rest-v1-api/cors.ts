import { ApiGatewayIntegration } from "@cdktf/provider-aws/lib/api-gateway-integration";
import { ApiGatewayIntegrationResponse } from "@cdktf/provider-aws/lib/api-gateway-integration-response";
import { ApiGatewayMethod } from "@cdktf/provider-aws/lib/api-gateway-method";
import { ApiGatewayMethodResponse } from "@cdktf/provider-aws/lib/api-gateway-method-response";
import type { Construct, IConstruct } from "constructs";
import {
  checkInteger,
  checkLiteral,
  checkObject,
  type Duration,
  eachWithin,
  escapeTemplate,
  firstItem,
  formatItems,
  headerNameLimit,
  isUnknownList,
  joinItems,
  knownItems,
  moveFrom,
  parseDuration,
  parseItems,
  propKeys,
  quotas,
  refuseValue,
} from "../../kit/core";
import { checkOrigins } from "../../kit/gateway";
import { fail } from "./errors";
import { pathId, writtenPathId } from "./rest-route-key";

/** The response to preflight requests. */
export interface RestV1ApiCorsPreflightOptions {
  /** Origins with their scheme, such as `https://app.example.com`; `["*"]` allows all. */
  readonly allowOrigins: readonly string[];
  /** Methods that pages of other origins may use. @default - all methods */
  readonly allowMethods?: readonly string[] | undefined;
  /** Request headers that pages may send. @default - the usual ones of signed and authorized requests */
  readonly allowHeaders?: readonly string[] | undefined;
  /** Whether pages may send cookies and other credentials. Needs origins by name. @default false */
  readonly allowCredentials?: boolean | undefined;
  /** Response headers that pages may read. @default - none */
  readonly exposeHeaders?: readonly string[] | undefined;
  /** How long a browser may reuse the answer. @default - not at all */
  readonly maxAge?: Duration | undefined;
  /** HTTP status of the response to preflight requests. @default 204 */
  readonly statusCode?: number | undefined;
}

const optionKeys = propKeys<RestV1ApiCorsPreflightOptions>()({
  allowOrigins: "texts",
  allowMethods: "texts",
  allowHeaders: eachWithin(headerNameLimit),
  allowCredentials: "boolean",
  exposeHeaders: eachWithin(headerNameLimit),
  maxAge: true,
  statusCode: "number",
});
const methods = ["OPTIONS", "GET", "PUT", "POST", "DELETE", "PATCH", "HEAD"] as const;
const usualHeaders = [
  "Content-Type",
  "X-Amz-Date",
  "Authorization",
  "X-Api-Key",
  "X-Amz-Security-Token",
  "X-Amz-User-Agent",
];

/** The headers of preflight responses and errors. */
export interface CorsAnswers {
  readonly statusCode: string;
  /** Headers of a preflight answer, by their names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Chooses among several origins. */
  readonly template: string | undefined;
  /** Headers of the gateway's own errors. */
  readonly errorHeaders: Readonly<Record<string, string>>;
}

type ListKey = "allowOrigins" | "allowMethods" | "allowHeaders" | "exposeHeaders";

/** The answers for `cors` or `defaultCorsPreflightOptions`; undefined when the gateway does not handle CORS. */
export function corsAnswers(
  where: IConstruct,
  cors: boolean | undefined,
  options: RestV1ApiCorsPreflightOptions | undefined,
): CorsAnswers | undefined {
  if (cors !== undefined && typeof cors !== "boolean") {
    refuseValue(where, "cors", cors, "true or false; for more use cdk.restApi.defaultCorsPreflightOptions");
  }
  if (options !== undefined) {
    const prop = "cdk.restApi.defaultCorsPreflightOptions";
    if (cors !== undefined) fail(where, "props-exclude", "cors", { other: prop });
    return answersOf(where, prop, options);
  }
  if (cors === false) return undefined;
  const open = { "Access-Control-Allow-Headers": "*", "Access-Control-Allow-Origin": "*" };
  return {
    statusCode: "204",
    headers: { ...open, "Access-Control-Allow-Methods": methods.join(",") },
    template: undefined,
    errorHeaders: open,
  };
}

function answersOf(where: IConstruct, prop: string, options: RestV1ApiCorsPreflightOptions): CorsAnswers {
  checkObject(where, prop, options, optionKeys, "{ allowOrigins: [...] }");
  const given = options as unknown as RestV1ApiCorsPreflightOptions;
  const { allowCredentials = false, maxAge, statusCode = 204 } = given;
  const listOf = (name: ListKey, fallback: readonly string[]): readonly string[] =>
    parseItems(where, `${prop}.${name}`, given[name] ?? fallback);
  const allowOrigins = listOf("allowOrigins", []);
  const allowMethods = listOf("allowMethods", methods);
  const allowHeaders = listOf("allowHeaders", usualHeaders);
  const exposeHeaders = listOf("exposeHeaders", []);
  if (allowOrigins.length === 0 || (allowOrigins.includes("*") && allowOrigins.length > 1))
    fail(where, "rest-cors-origins", `${prop}.allowOrigins`, { value: allowOrigins });
  checkOrigins(where, prop, allowOrigins, allowCredentials);
  for (const method of knownItems(allowMethods)) {
    checkLiteral(where, `${prop}.allowMethods`, method, [...methods, "ANY", "*"]);
  }
  checkInteger(where, `${prop}.statusCode`, statusCode, 200, 299);
  const isAny = allowMethods.some((method) => method === "ANY" || method === "*");
  const first = firstItem(allowOrigins) ?? "*";
  // The number of origins in a reference is not known.
  const others = isUnknownList(allowOrigins) ? allowOrigins : allowOrigins.slice(1);
  const shared: Record<string, string> = {
    "Access-Control-Allow-Headers": joinItems(",", allowHeaders),
    "Access-Control-Allow-Origin": first,
    ...(allowCredentials && { "Access-Control-Allow-Credentials": "true" }),
    // Without this a cache would return the response for one origin to another.
    ...(first !== "*" && { Vary: "Origin" }),
  };
  return {
    statusCode: String(statusCode),
    headers: {
      ...shared,
      "Access-Control-Allow-Methods": joinItems(",", isAny ? methods : allowMethods),
      ...(exposeHeaders.length > 0 && { "Access-Control-Expose-Headers": joinItems(",", exposeHeaders) }),
      ...(maxAge !== undefined && { "Access-Control-Max-Age": String(parseMaxAge(where, prop, maxAge)) }),
    },
    template: others.length === 0 ? undefined : originTemplate(others),
    errorHeaders: shared,
  };
}

function parseMaxAge(where: IConstruct, prop: string, maxAge: Duration): number {
  const { corsMaxAgeSeconds: max } = quotas;
  return parseDuration(where, `${prop}.maxAge`, maxAge, { max, range: `0 seconds to ${max} seconds` });
}

/** A header holds one origin: the first by default, another one when the request comes from there. */
function originTemplate(others: readonly string[]): string {
  const isOther = joinItems(" || ", formatItems('$origin == "%s"', others));
  return [
    '#set($origin = $input.params().header.get("Origin"))',
    '#if(!$origin || $origin == "")#set($origin = $input.params().header.get("origin"))#end',
    `#if(${isOther})`,
    "#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)",
    "#end",
  ].join("\n");
}

/** Parameters of a response, from headers with plain values. */
export function headerParameters(
  prefix: "method.response.header" | "gatewayresponse.header",
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [`${prefix}.${name}`, `'${value}'`]));
}

/** Where the preflight method of a path is made. */
export interface PreflightPlace {
  readonly restApiId: string;
  readonly resourceId: string;
}

/**
 * Answers preflight requests of one path. No authorizer and no key: browsers send neither.
 *
 * The addresses are those of an `OPTIONS` route of the path, because AWS has one `OPTIONS` method there: it changes in
 * place when such a route comes or goes.
 *
 * @param formerPath - the path in an earlier version of the app
 */
export function createPreflight(
  api: Construct,
  path: string,
  place: PreflightPlace,
  { statusCode, headers, template }: CorsAnswers,
  formerPath: string,
): void {
  const id = `OPTIONS_${pathId(path)}`;
  const former = `Cors_${writtenPathId(formerPath)}`;
  const formerId = `OPTIONS_${pathId(formerPath)}`;
  const method = new ApiGatewayMethod(api, `Method_${id}`, {
    ...place,
    httpMethod: "OPTIONS",
    authorization: "NONE",
  });
  moveFrom(method, api, [former, "Method"]);
  moveFrom(method, api, [`Method_${formerId}`]);
  const { httpMethod } = method;
  const integration = new ApiGatewayIntegration(api, `Integration_${id}`, {
    ...place,
    httpMethod,
    type: "MOCK",
    // With binaryMediaTypes the gateway takes requests as binary, and no template could be applied to them.
    // Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings.html
    contentHandling: "CONVERT_TO_TEXT",
    requestTemplates: { "application/json": '{"statusCode":200}' },
  });
  moveFrom(integration, api, [former, "Integration"]);
  moveFrom(integration, api, [`Integration_${formerId}`]);
  const parameters = headerParameters("method.response.header", headers);
  const response = new ApiGatewayMethodResponse(api, `MethodResponse_${id}_${statusCode}`, {
    ...place,
    httpMethod,
    statusCode,
    responseParameters: Object.fromEntries(Object.keys(parameters).map((name) => [name, true])),
  });
  moveFrom(response, api, [former, "MethodResponse"]);
  moveFrom(response, api, [`MethodResponse_${formerId}_${statusCode}`]);
  const answer = new ApiGatewayIntegrationResponse(api, `IntegrationResponse_${id}_${statusCode}`, {
    ...place,
    httpMethod: integration.httpMethod,
    statusCode: response.statusCode,
    responseParameters: parameters,
    responseTemplates: template === undefined ? undefined : { "application/json": escapeTemplate(template) },
  });
  moveFrom(answer, api, [former, "IntegrationResponse"]);
  moveFrom(answer, api, [`IntegrationResponse_${formerId}_${statusCode}`]);
}
