import type { Apigatewayv2ApiCorsConfiguration } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type { IConstruct } from "constructs";
import {
  checkKeys,
  checkLiteral,
  type Duration,
  eachWithin,
  headerNameLimit,
  isPlainObject,
  knownItems,
  nonEmpty,
  parseDuration,
  parseItems,
  propKeys,
  quotas,
  refuseValue,
} from "../../kit/core";
import { checkOrigins, type RouteMethod, routeMethods } from "../../kit/gateway";

/** The browser pages of other origins that may call the API. */
export interface ApiCorsProps {
  /**
   * Whether pages may send cookies and other credentials. Needs `allowOrigins` without `*`.
   *
   * @default false
   */
  readonly allowCredentials?: boolean | undefined;
  /** Request headers that pages may send; `*` allows all. @default - all headers */
  readonly allowHeaders?: readonly string[] | undefined;
  /** Methods that pages of other origins may use. @default - all methods */
  readonly allowMethods?: readonly RouteMethod[] | undefined;
  /** Origins with their scheme, such as `https://app.example.com`; `*` allows all. @default - all origins */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Response headers that pages may read. @default - none */
  readonly exposeHeaders?: readonly string[] | undefined;
  /** How long a browser may reuse the result of a preflight request. @default - not at all */
  readonly maxAge?: Duration | undefined;
}

const corsKeys = propKeys<ApiCorsProps>()({
  allowCredentials: "boolean",
  allowHeaders: eachWithin(headerNameLimit),
  allowMethods: "list",
  allowOrigins: "texts",
  exposeHeaders: eachWithin(headerNameLimit),
  maxAge: true,
});

type ListKey = "allowHeaders" | "allowMethods" | "allowOrigins" | "exposeHeaders";

/** The CORS config of the gateway; undefined when the gateway does not handle CORS. */
export function corsConfig(
  where: IConstruct,
  cors: boolean | ApiCorsProps | undefined,
): Apigatewayv2ApiCorsConfiguration | undefined {
  if (cors === false) return undefined;
  const props: ApiCorsProps = cors === true || cors === undefined ? {} : cors;
  if (!isPlainObject(props)) refuseValue(where, "cors", cors, "true, false or { allowOrigins: [...] }");
  checkKeys(where, "cors", props, corsKeys);
  const given = props as ApiCorsProps;
  const { allowCredentials = false, maxAge } = given;
  const listOf = (name: ListKey, fallback: readonly string[]): readonly string[] =>
    parseItems(where, `cors.${name}`, given[name] ?? fallback);
  const allowHeaders = listOf("allowHeaders", ["*"]);
  const allowMethods = listOf("allowMethods", ["ANY"]);
  const allowOrigins = listOf("allowOrigins", ["*"]);
  const exposeHeaders = listOf("exposeHeaders", []);
  for (const [name, list] of Object.entries({ allowMethods, allowOrigins })) {
    const expected = "an array with at least one item; to allow nothing, write cors: false";
    if (list.length === 0) refuseValue(where, `cors.${name}`, list, expected);
  }
  for (const method of knownItems(allowMethods)) {
    checkLiteral(where, "cors.allowMethods", method, routeMethods);
  }
  checkOrigins(where, "cors", allowOrigins, allowCredentials);
  const { corsMaxAgeSeconds: max } = quotas;
  const range = `0 seconds to ${max} seconds`;
  return {
    allowCredentials,
    allowHeaders: [...allowHeaders],
    allowMethods: allowMethods.map((method) => (method === "ANY" ? "*" : method)),
    allowOrigins: [...allowOrigins],
    exposeHeaders: nonEmpty(exposeHeaders),
    maxAge: maxAge === undefined ? undefined : parseDuration(where, "cors.maxAge", maxAge, { max, range }),
  };
}
