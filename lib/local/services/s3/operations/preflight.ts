import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { corsHeaders, headerNames } from "../cors";
import type { S3Request } from "../protocol";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTOPTIONSobject.html */
export function preflight(buckets: S3Buckets, { name, headers }: S3Request): ServiceResponse {
  const { origin, "access-control-request-method": method } = headers;
  if (origin === undefined || method === undefined) {
    throw new ServiceError(
      "BadRequest",
      "Insufficient information. Origin request header and Access-Control-Request-Method are needed.",
      400,
    );
  }
  const asked = headerNames(headers["access-control-request-headers"]);
  const allowed = corsHeaders(buckets.current, { bucket: name, origin, method, headers: asked });
  if (allowed === undefined) {
    throw new ServiceError(
      "AccessForbidden",
      `CORSResponse: no CORS rule of the bucket ${name} allows ${method} from ${origin} with these headers.`,
      403,
    );
  }
  return { status: 200, headers: allowed };
}
