import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { corsHeaders, corsRules, headerNames } from "../cors";
import { ForbiddenOriginError, S3Error } from "../errors";
import type { S3Request } from "../protocol";

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
  if (corsRules(buckets.current, name).length === 0)
    throw new ForbiddenOriginError("CORS is not enabled for this bucket.", refusal);
  if (method === undefined)
    throw new S3Error("BadRequest", "Invalid Access-Control-Request-Method: null", 400);
  const allowed = corsHeaders(buckets.current, { bucket: name, origin, method, headers: asked });
  if (allowed === undefined) throw new ForbiddenOriginError(notAllowed, refusal, key !== "");
  return { status: 200, headers: allowed };
}

/** AWS's words, with its spelling. */
const notAllowed =
  "This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.";
