import type { IConstruct } from "constructs";
import {
  checkLimit,
  headerNameLimit,
  isPlainObject,
  isUnresolved,
  memberPath,
  refuseValue,
} from "../../../kit/core";
import { checkPathVariables } from "../../../kit/gateway";
import { fail } from "../errors";

// Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html

/** Headers that the gateway sets itself, or that belong to the connection. */
const reservedHeaders = new RegExp(
  `^(access-control-.*|apigw-.*|x-amz-.*|x-amzn-.*|x-forwarded-(for|host|proto)|${[
    ..."authorization connection content-encoding content-length content-location forwarded keep-alive".split(
      " ",
    ),
    ..."origin proxy-authenticate proxy-authorization te trailers transfer-encoding upgrade via".split(" "),
  ].join("|")})$`,
  "i",
);

/** One direction in which a gateway changes parameters. */
interface Direction {
  /** The parts that may be changed besides headers. */
  readonly keys: RegExp;
  readonly expected: string;
  /** The references that values may contain. */
  readonly references: RegExp;
  readonly expectedReference: string;
}

const name = "[^.\\s{}]+";
const requests: Direction = {
  keys: /^((append|overwrite|remove):querystring\.\S+|overwrite:path)$/,
  expected:
    'a key such as "overwrite:header.x-id", "append:querystring.page" or "overwrite:path"; append, overwrite and remove are known',
  references: new RegExp(
    `^(request\\.(path|body)(?!\\w)(\\.\\w\\S*)?(?!\\.)|request\\.(header|querystring)\\.${name})`,
  ),
  expectedReference: "$request.header.<name>, $request.querystring.<name>, $request.path or $request.body",
};
const responses: Direction = {
  keys: /^overwrite:statuscode$/,
  expected:
    'a key such as "overwrite:header.x-id" or "overwrite:statuscode"; append, overwrite and remove are known',
  references: new RegExp(`^response\\.(body(\\.\\S+)?|header\\.${name})`),
  expectedReference: "$response.header.<name> or $response.body",
};

/** Refuses changes of requests that an HTTP API does not make. */
export function checkRequestMapping(api: IConstruct, prop: string, mapping: unknown, path?: string): void {
  if (isPlainObject(mapping)) checkMapping(api, prop, mapping, requests, path);
}

/** Refuses variables of the path that the route does not have. `$default` has none. */
function checkPathReferences(api: IConstruct, prop: string, value: unknown, path: string | undefined): void {
  if (path === undefined || typeof value !== "string" || isUnresolved(value)) return;
  checkPathVariables(api, prop, value.matchAll(/\$\{?request\.path\.([\w-]+)/g), path);
}

/** Refuses changes of responses that an HTTP API does not make. */
export function checkResponseMappings(api: IConstruct, prop: string, given: unknown): void {
  const seen = new Set<unknown>();
  for (const [index, each] of (Array.isArray(given) ? given : []).entries()) {
    if (!isPlainObject(each)) continue;
    const { statusCode, mappings } = each;
    const at = `${prop}[${index}]`;
    if (seen.has(statusCode)) fail(api, "mapping-status-twice", `${at}.statusCode`, { value: statusCode });
    seen.add(statusCode);
    if (!isPlainObject(mappings)) continue;
    if (Object.keys(mappings).length === 0) {
      const expected =
        'an object with at least one change: { "overwrite:header.x-id": "$context.requestId" }';
      refuseValue(api, `${at}.mappings`, mappings, expected);
    }
    checkMapping(api, `${at}.mappings`, mappings, responses);
  }
}

function checkMapping(
  api: IConstruct,
  prop: string,
  mapping: Readonly<Record<string, unknown>>,
  direction: Direction,
  path?: string,
): void {
  for (const [key, value] of Object.entries(mapping)) {
    if (value === undefined) continue;
    const at = memberPath(prop, key);
    checkPathReferences(api, at, value, path);
    const header = /^(append|overwrite|remove):header\.(.+)$/.exec(key)?.[2];
    if (header !== undefined) {
      checkLimit(api, at, header, headerNameLimit);
      if (reservedHeaders.test(header)) fail(api, "mapping-header-reserved", at, { header });
      if (typeof value === "string" && /[^\x20-\x7E]/.test(value))
        refuseValue(api, at, value, "a value in ASCII, as headers have it");
    } else if (!direction.keys.test(key)) refuseValue(api, at, key, direction.expected);
    if (key === "overwrite:statuscode") checkStatus(api, at, value);
    if (!key.startsWith("remove:")) checkValue(api, at, value, direction);
  }
}

/** Refuses a literal that is not the status of a response. */
function checkStatus(api: IConstruct, prop: string, value: unknown): void {
  if (typeof value !== "string" || value.includes("$") || /^[2-5]\d\d$/.test(value)) return;
  refuseValue(api, prop, value, 'a status from "200" to "599"');
}

/** Refuses references of a parameter of an action that the gateway does not know. */
export function checkRequestValue(api: IConstruct, prop: string, value: unknown): void {
  checkValue(api, prop, value, requests);
}

/** Finds references that the gateway does not know. A text without one is sent unchanged. */
function checkValue(api: IConstruct, prop: string, value: unknown, direction: Direction): void {
  if (typeof value !== "string" || isUnresolved(value)) return;
  if (value === "") refuseValue(api, prop, value, "a string that is not empty");
  if (/\$\{?(context|stageVariables)(?!\.\w)|\$\{[^}]*$/.test(value)) {
    const expected = `a string, ${direction.expectedReference}, $context.<variable> or $stageVariables.<name>`;
    refuseValue(api, prop, value, expected);
  }
  for (const [, reference = ""] of value.matchAll(/\$\{?((?:request|response)\b[^\s$}]*)/g)) {
    if (direction.references.test(reference)) continue;
    const expected = `a string, ${direction.expectedReference}, $context.<variable> or $stageVariables.<name>`;
    refuseValue(api, prop, value, expected);
  }
}
