import type { Caller } from "../permissions/caller";
import type { AccessKeys } from "../wire/local-credentials";
import { checkSignature, type SignatureProblem } from "../wire/signature";
import type { ServiceRequest } from "./contract/service";
import type { RouterError } from "./service-error";

const invalidToken = "The security token included in the request is invalid.";

/**
 * Why credentials are refused before a service looks at the request; undefined for credentials of this machine.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html
 */
export function credentialRefusal(
  service: string,
  isForm: boolean,
  caller: Caller,
  nowMs: number,
): RouterError | undefined {
  if (caller.type === "stranger") {
    if (service === "s3") {
      const message = "The AWS Access Key Id you provided does not exist in our records.";
      return { status: 403, code: "InvalidAccessKeyId", message };
    }
    const code = isForm ? "InvalidClientTokenId" : "UnrecognizedClientException";
    return { status: isForm ? 403 : 400, code, message: invalidToken };
  }
  if (caller.type !== "session" || nowMs <= (caller.session.expiresAt ?? nowMs)) return undefined;
  const message =
    service === "s3"
      ? "The provided token has expired."
      : "The security token included in the request is expired";
  const isXml = service === "s3" || isForm;
  return { status: isXml ? 403 : 400, code: isXml ? "ExpiredToken" : "ExpiredTokenException", message };
}

/**
 * Why the signature of a request is refused: everyone can read the id of a key, and only its owner can sign with it. Undefined
 * for a correct signature, for unsigned requests, and for foreign keys, whose secret this machine does not know.
 */
export function signatureRefusal(
  { service, method, url, headers, body }: ServiceRequest,
  isForm: boolean,
  caller: Caller,
  { accessKeys, now }: { readonly accessKeys: AccessKeys; readonly now: number },
): RouterError | undefined {
  if (caller.type !== "administrator" && caller.type !== "session") return undefined;
  const question = url.indexOf("?");
  const [rawPath, rawQuery] = question === -1 ? [url, ""] : [url.slice(0, question), url.slice(question + 1)];
  const request = { method, rawPath, rawQuery, headers, body };
  // A program may run by another clock than this server, as in a test with a fixed time. Only a URL can reach other people.
  const time = headers.authorization === undefined ? now : undefined;
  const check = checkSignature(request, accessKeys, time, undefined, service);
  if (check.accepted) return undefined;
  // JSON services answer 400: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
  const error = isForm ? formErrors[check.problem] : { code: check.problem, status: 400 };
  return { ...error, message: check.message };
}

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html */
const formErrors: Readonly<Record<SignatureProblem, Pick<RouterError, "code" | "status">>> = {
  MissingAuthenticationTokenException: { code: "MissingAuthenticationToken", status: 403 },
  IncompleteSignatureException: { code: "IncompleteSignature", status: 400 },
  UnrecognizedClientException: { code: "InvalidClientTokenId", status: 403 },
  InvalidSignatureException: { code: "SignatureDoesNotMatch", status: 403 },
};
