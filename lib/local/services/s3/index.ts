import { endpointHost } from "../../../facts/aws/partitions";
import type { Model } from "../../../model";
import { defineService, NotHereError, ServiceError } from "../contract/define-service";
import type { ServiceKind, ServiceRequest, ServiceResponse } from "../contract/service";
import { s3Access, s3Denial } from "./access";
import { S3Buckets } from "./buckets";
import { corsHeadersOf } from "./cors";
import { s3Operations } from "./operations";
import { s3Protocol } from "./protocol";
import { checkS3Signature } from "./protocol/presigned";
import { requestIds } from "./protocol/xml";

const service = defineService({
  protocol: s3Protocol,
  operations: s3Operations,
  access: s3Access,
  denial: s3Denial,
  start: (context) => new S3Buckets(context),
  isRouteTarget: true,
  // Pages have the address of the buckets in their scripts, and no other way to learn it.
  origins: ({ region }: Model) => [`https://${endpointHost("s3", region)}`],
});

export const s3: ServiceKind<S3Buckets> = {
  ...service,
  start: async (context) => {
    const { resources, handle } = await service.start(context);
    return {
      resources,
      checksSignatures: true,
      refusesBody: (request) => refusalOfUpload(resources, request),
      handle: async (request) =>
        withIds(
          withCors(resources, request, refusalOfSignature(request, resources) ?? (await handle(request))),
        ),
    };
  },
};

function withIds(response: ServiceResponse): ServiceResponse {
  return { ...response, headers: Object.assign(requestIds(), response.headers) };
}

/** The refusal of an upload to a missing bucket, before its content is read. */
function refusalOfUpload(buckets: S3Buckets, request: ServiceRequest): ServiceResponse | undefined {
  if (request.method !== "PUT" && request.method !== "POST") return undefined;
  const { name } = s3Protocol.inputOf({ ...request, headers: { host: request.headers.host ?? "" } }, buckets);
  const refusal = name === "" ? undefined : refusalBy(() => buckets.require(name), request);
  return refusal && withCors(buckets, request, refusal);
}

/** The refusal of a request that a check does not let pass. */
function refusalBy(check: () => void, request: ServiceRequest): ServiceResponse | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const response = s3Protocol.refuse(error, request);
    return error instanceof NotHereError ? { ...response, notHere: error.hint } : response;
  }
}

/** The refusal of a signature that does not fit; undefined for other requests. Preflight requests are never signed. */
function refusalOfSignature(
  request: ServiceRequest,
  { now, context }: S3Buckets,
): ServiceResponse | undefined {
  if (request.method === "OPTIONS") return undefined;
  return refusalBy(() => checkS3Signature(request, now, context.accessKeys), request);
}

/** Lets a page read the response, errors included, where the bucket's CORS rules do. */
function withCors(buckets: S3Buckets, request: ServiceRequest, response: ServiceResponse): ServiceResponse {
  const { method, headers } = request;
  if (headers.origin === undefined || method === "OPTIONS") return response;
  const { name: bucket } = s3Protocol.inputOf(request, buckets);
  const allowed = corsHeadersOf(buckets.model, bucket, method, headers);
  return allowed === undefined ? response : { ...response, headers: { ...response.headers, ...allowed } };
}
