import { missingResource, NotHereError, ServiceError } from "../contract/define-service";

/** Elements of an error beside its code and message: `{ Key: "a.txt" }`. Those without a value are left out. */
export type S3ErrorDetails = Readonly<Record<string, string | number | undefined>>;

/**
 * A refusal with the elements that S3 adds to it.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export class S3Error extends ServiceError {
  constructor(
    code: string,
    message: string,
    status: number,
    readonly details: S3ErrorDetails = {},
  ) {
    super(code, message, status);
  }
}

/** The refusal of a request for a bucket that is not in the app. */
export class NoSuchBucketError extends NotHereError {
  constructor(readonly bucket: string) {
    const message = "The specified bucket does not exist";
    super("NoSuchBucket", message, `${message}. ${missingResource("s3", "bucket", bucket)}`, 404);
  }
}

/** The request of a page. */
export interface CorsRequest {
  readonly bucket: string;
  readonly origin: string;
  readonly method: string;
  /** Names of headers that the page wants to send, of a preflight request. */
  readonly headers: readonly string[];
}

/** The refusal of a page that no CORS rule of the bucket allows. */
export class ForbiddenOriginError extends NotHereError {
  readonly details: S3ErrorDetails;

  /** @param isObject - whether the request names an object, and not the bucket */
  constructor(reason: string, { bucket, origin, method, headers }: CorsRequest, isObject = false) {
    const sent = headers.length === 0 ? "" : ` with the headers ${headers.join(", ")}`;
    super(
      "AccessForbidden",
      `CORSResponse: ${reason}`,
      `No CORS rule of the bucket ${bucket} allows ${method} from ${origin}${sent}.`,
      403,
    );
    this.details = { Method: method, ResourceType: isObject ? "OBJECT" : "BUCKET" };
  }
}

export function noSuchKey(key: string): S3Error {
  return new S3Error("NoSuchKey", "The specified key does not exist.", 404, { Key: key });
}

export function noSuchVersion(key: string, versionId: string): S3Error {
  const details = { Key: key, VersionId: versionId };
  return new S3Error("NoSuchVersion", "The specified version does not exist.", 404, details);
}

export function noSuchUpload(id: string): S3Error {
  return new S3Error(
    "NoSuchUpload",
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.",
    404,
    { UploadId: id },
  );
}

export function unknownAccessKey(id: string): S3Error {
  const message = "The AWS Access Key Id you provided does not exist in our records.";
  return new S3Error("InvalidAccessKeyId", message, 403, { AWSAccessKeyId: id });
}

/** @param value - @default - the error does not repeat it */
export function invalidArgument(message: string, name?: string, value?: string): S3Error {
  return new S3Error("InvalidArgument", message, 400, { ArgumentName: name, ArgumentValue: value });
}

export function invalidRequest(message: string): S3Error {
  return new S3Error("InvalidRequest", message, 400);
}

export function malformedXml(): S3Error {
  return new S3Error(
    "MalformedXML",
    "The XML you provided was not well-formed or did not validate against our published schema",
    400,
  );
}

/** @param condition - the header that does not hold: `If-Match` */
export function preconditionFailed(condition: string): S3Error {
  const message = "At least one of the pre-conditions you specified did not hold";
  return new S3Error("PreconditionFailed", message, 412, { Condition: condition });
}

export function methodNotAllowed(method: string, resource: string): S3Error {
  const message = "The specified method is not allowed against this resource.";
  return new S3Error("MethodNotAllowed", message, 405, { Method: method, ResourceType: resource });
}

/** The elements that an error has beside its code and message. */
export function errorDetailsOf(error: ServiceError): S3ErrorDetails {
  if (error instanceof NoSuchBucketError) return { BucketName: error.bucket };
  return error instanceof S3Error || error instanceof ForbiddenOriginError ? error.details : {};
}
