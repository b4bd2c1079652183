import { blocks, type Model, number, text, texts, type Values } from "../../../model";
import type { ServiceResponse } from "../contract/service";
import type { S3Buckets } from "./buckets";
import { type CorsRequest, ForbiddenOriginError, S3Error } from "./errors";
import type { S3Request } from "./protocol";

/**
 * The headers that let a page read a response; undefined when no CORS rule of the bucket allows it.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ManageCorsUsing.html
 */
function corsHeaders(model: Model, request: CorsRequest): Readonly<Record<string, string>> | undefined {
  const rule = corsRules(model, request.bucket).find((each) => allows(each, request));
  if (rule === undefined) return undefined;
  const isForAll = texts(rule, "allowed_origins").includes("*");
  const exposed = texts(rule, "expose_headers").join(", ");
  const maxAge = number(rule, "max_age_seconds");
  return {
    "access-control-allow-origin": isForAll ? "*" : request.origin,
    "access-control-allow-methods": texts(rule, "allowed_methods").join(", "),
    vary: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method",
    ...(!isForAll && { "access-control-allow-credentials": "true" }),
    ...(request.headers.length > 0 && { "access-control-allow-headers": request.headers.join(", ") }),
    ...(exposed !== "" && { "access-control-expose-headers": exposed }),
    ...(maxAge !== undefined && { "access-control-max-age": String(maxAge) }),
  };
}

/**
 * The CORS headers of a response to a page; undefined when no rule of the bucket allows the page to read it.
 *
 * S3 takes the method and the headers that a preflight request would name, where a request has them.
 */
export function corsHeadersOf(
  model: Model,
  bucket: string,
  method: string,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const { origin, "access-control-request-method": asked = method } = headers;
  if (origin === undefined) return undefined;
  const names = headerNames(headers["access-control-request-headers"]);
  return corsHeaders(model, { bucket, origin, method: asked, headers: names });
}

/** Names in `Access-Control-Request-Headers`. */
function headerNames(list: string | undefined): readonly string[] {
  return (list ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
}

/** The CORS rules of a bucket, in their order. */
function corsRules(model: Model, bucket: string): readonly Values[] {
  const separate = model
    .ofType("aws_s3_bucket_cors_configuration")
    .filter(({ values }) => text(values, "bucket") === bucket);
  const own = model.ofType("aws_s3_bucket").filter(({ values }) => text(values, "bucket") === bucket);
  return [...separate, ...own].flatMap(({ values }) => blocks(values, "cors_rule"));
}

function allows(rule: Values, { origin, method, headers }: CorsRequest): boolean {
  return (
    texts(rule, "allowed_origins").some((each) => matches(each, origin)) &&
    texts(rule, "allowed_methods").includes(method) &&
    headers.every((name) => texts(rule, "allowed_headers").some((each) => matches(each.toLowerCase(), name)))
  );
}

/** An allowed origin or header may hold one asterisk. */
function matches(allowed: string, value: string): boolean {
  const [start = "", ...rest] = allowed.split("*");
  if (rest.length === 0) return allowed === value;
  const end = rest.join("*");
  return value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end);
}

/**
 * Sources: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTOPTIONSobject.html and recorded answers
 * (test/local/recorded/s3/cors.json)
 */
export function preflight(buckets: S3Buckets, { name, key, headers }: S3Request): ServiceResponse {
  const { origin, "access-control-request-method": method } = headers;
  if (origin === undefined)
    throw new S3Error("BadRequest", "Insufficient information. Origin request header needed.", 400);
  const asked = headerNames(headers["access-control-request-headers"]);
  const refusal = { bucket: name, origin, method: method ?? "OPTIONS", headers: asked };
  if (buckets.find(name) === undefined) throw new ForbiddenOriginError("Bucket not found", refusal);
  if (corsRules(buckets.model, name).length === 0)
    throw new ForbiddenOriginError("CORS is not enabled for this bucket.", refusal);
  if (method === undefined)
    throw new S3Error("BadRequest", "Invalid Access-Control-Request-Method: null", 400);
  const allowed = corsHeaders(buckets.model, { bucket: name, origin, method, headers: asked });
  if (allowed === undefined) throw new ForbiddenOriginError(notAllowed, refusal, key !== "");
  return { status: 200, headers: allowed };
}

/** AWS's words, with its spelling. */
const notAllowed =
  "This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.";
