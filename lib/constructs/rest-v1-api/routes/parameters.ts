import type { Construct } from "constructs";
import {
  checkKind,
  checkLimit,
  isPlainObject,
  isUnknown,
  isUnresolved,
  mediaTypeLimit,
  memberPath,
  refuseValue,
  textLimit,
  velocityFault,
} from "../../../kit/core";
import { hasPathVariable } from "../../../kit/gateway";
import { fail } from "../errors";

const source =
  "https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html";

// A name has no dots, but for headers and query strings the documents of AWS do not state it.
const request = String.raw`(querystring|path|header|multivaluequerystring|multivalueheader)\.[^\s'"]+`;
const text = "'[^']*'";
const elsewhere = String.raw`context\.[\w.]+|stageVariables\.\w+`;

const limitOf = (form: string, expected: string) =>
  textLimit(source, Number.POSITIVE_INFINITY, new RegExp(`^(${form})$`, "s"), expected);

/** The parameters that a REST API reads from requests and writes into responses, by place. */
const places = {
  methodRequest: limitOf(
    `method\\.request\\.${request}`,
    '"method.request.header.<name>", "method.request.querystring.<name>" or "method.request.path.<name>"',
  ),
  methodResponse: limitOf(
    String.raw`method\.response\.header\.[^\s'"]+`,
    'the header of a response: "method.response.header.<name>"',
  ),
  integrationRequest: limitOf(
    `integration\\.request\\.${request}`,
    '"integration.request.header.<name>", "integration.request.querystring.<name>" or "integration.request.path.<name>"',
  ),
  cacheKey: limitOf(
    `(method|integration)\\.request\\.${request}`,
    'a parameter of the request: "method.request.querystring.<name>"',
  ),
};

/** The values on the other side. */
const values = {
  integrationRequest: limitOf(
    `method\\.request\\.(${request}|body(\\..+|\\[.+)?)|${elsewhere}|${text}`,
    `"method.request.header.<name>" or another part of the request, "context.<variable>", "stageVariables.<name>", or a string in single quotes: "'text'"`,
  ),
  methodResponse: limitOf(
    `integration\\.response\\.((multivalue)?header\\.[^\\s'"]+|body(\\..+|\\[.+)?)|${elsewhere}|${text}`,
    `"integration.response.header.<name>", "integration.response.body", "context.<variable>", "stageVariables.<name>", or a string in single quotes: "'text'"`,
  ),
  gatewayResponse: limitOf(
    `method\\.request\\.(${request}|body)|${elsewhere}|${text}`,
    `"method.request.header.<name>", "context.<variable>", "stageVariables.<name>", or a string in single quotes: "'30'"`,
  ),
};

/** Refuses parameters that a REST API does not take, in a map from one place to another. */
export function checkParameters(
  api: Construct,
  prop: string,
  given: unknown,
  place: Exclude<keyof typeof places, "cacheKey">,
): void {
  if (!isPlainObject(given)) return;
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const at = memberPath(prop, key);
    checkLimit(api, at, key, places[place]);
    if (typeof value === "string" && place in values && !isUnknown(value))
      checkLimit(api, at, value, values[place as keyof typeof values]);
  }
}

/** Refuses the value of a header of a gateway response that AWS does not read. */
export function checkGatewayValue(api: Construct, prop: string, value: unknown): void {
  checkLimit(api, prop, value, values.gatewayResponse);
}

/** Refuses keys of a cache that are not parameters. */
export function checkCacheKeys(api: Construct, prop: string, given: unknown): void {
  for (const [index, each] of (Array.isArray(given) ? given : []).entries())
    checkLimit(api, `${prop}[${index}]`, each, places.cacheKey);
}

/** Refuses templates whose key is not a media type, and those that are not VTL. */
export function checkTemplates(api: Construct, prop: string, given: unknown): void {
  for (const [type, template] of isPlainObject(given) ? Object.entries(given) : []) {
    if (template === undefined) continue;
    const at = memberPath(prop, type);
    checkLimit(api, at, type, mediaTypeLimit);
    const fault = typeof template === "string" ? velocityFault(template) : undefined;
    if (fault !== undefined) fail(api, "template-syntax", at, { fault });
  }
}

/** The declared parameters and models of a method's requests. */
interface DeclaredRequest {
  readonly path: string;
  /** The prop that declares parameters. */
  readonly list: string;
  readonly declared: unknown;
}

/**
 * Refuses parameters of the request that an integration reads and the method does not declare, as AWS does: "Invalid mapping
 * expression parameter specified".
 *
 * @param isRouted - whether the library declares the variables of the path
 */
export function checkDeclared(
  api: Construct,
  prop: string,
  {
    requestParameters,
    cacheKeyParameters,
  }: { readonly requestParameters?: unknown; readonly cacheKeyParameters?: unknown },
  { path, list, declared }: DeclaredRequest,
  isRouted: boolean,
): void {
  if (isUnresolved(declared)) return;
  const names = Object.keys(Object(declared));
  const check = (at: string, value: unknown) => {
    if (typeof value !== "string" || isUnknown(value) || !/^method\.request\.(?!body)/.test(value)) return;
    const isVariable = path.includes(`{${value.replace(/^method\.request\.path\./, "")}`);
    if (names.includes(value) || (isRouted && isVariable)) return;
    fail(api, "rest-parameter-undeclared", at, { value, list });
  };
  for (const [key, value] of Object.entries(isPlainObject(requestParameters) ? requestParameters : {}))
    check(memberPath(`${prop}.requestParameters`, key), value);
  for (const [index, value] of (Array.isArray(cacheKeyParameters) ? cacheKeyParameters : []).entries())
    check(`${prop}.cacheKeyParameters[${index}]`, value);
}

/** Refuses parameters of the path that the path does not have, and what does not say whether one is required. */
export function checkMethodParameters(api: Construct, prop: string, given: unknown, path: string): void {
  checkParameters(api, prop, given, "methodRequest");
  for (const [key, value] of Object.entries(isPlainObject(given) ? given : {})) {
    const at = memberPath(prop, key);
    checkKind(api, at, value, "attributeBoolean");
    const variable = /^method\.request\.path\.(.+)$/.exec(key)?.[1];
    if (variable === undefined || hasPathVariable(path, variable)) continue;
    const expected = `a variable of the path ${JSON.stringify(path)}`;
    refuseValue(api, at, variable, expected);
  }
}
