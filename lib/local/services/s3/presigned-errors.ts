import { S3Error } from "./errors";

/** The texts that a signature was computed from, by the names of the elements of the error: `StringToSign`. */
export type SignedTexts = Readonly<Record<string, string>>;

const parametersError = (message: string) => new S3Error("AuthorizationQueryParametersError", message, 400);

/** The words of these errors are recorded: test/local/recorded/s3/presigned.json. */
export const incomplete = (): S3Error =>
  parametersError(
    "Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.",
  );

export const malformedCredential = (): S3Error =>
  parametersError(
    'Error parsing the X-Amz-Credential parameter; the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
  );

/** The query parameters of the form before Signature Version 4. */
export const incompleteOldForm = (): S3Error =>
  new S3Error(
    "AccessDenied",
    "Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters",
    403,
  );

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html */
const mostSeconds = 7 * 24 * 60 * 60;

/** Refuses a time of validity that is not between 0 and 604,800 seconds. */
export function checkSeconds(text: string): void {
  if (!/^-?\d+$/.test(text)) throw parametersError("X-Amz-Expires should be a number");
  const seconds = Number(text);
  if (seconds < 0) throw parametersError("X-Amz-Expires must be non-negative");
  if (seconds <= mostSeconds) return;
  throw parametersError(
    `X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than ${mostSeconds} seconds`,
  );
}

/** @param details - elements of the error beside the times */
export function expired(endMs: number, nowMs: number, details: SignedTexts = {}): S3Error {
  const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const times = { Expires: time(endMs), ServerTime: time(nowMs) };
  return new S3Error("AccessDenied", "Request has expired", 403, { ...details, ...times });
}

export const unsignedHeaders = (names: readonly string[]): S3Error =>
  new S3Error("AccessDenied", "There were headers present in the request which were not signed", 403, {
    HeadersNotSigned: names.join(", "),
  });

/** The error has each text with its bytes, so that the sender can compare them. */
export function mismatch(accessKeyId: string, signature: string, texts: SignedTexts = {}): S3Error {
  const message =
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.";
  const written = Object.entries(texts).flatMap(([name, text]) => [
    [name, text],
    [`${name}Bytes`, (Buffer.from(text).toString("hex").match(/../g) ?? []).join(" ")],
  ]);
  const details = { AWSAccessKeyId: accessKeyId, SignatureProvided: signature };
  return new S3Error("SignatureDoesNotMatch", message, 403, { ...details, ...Object.fromEntries(written) });
}
