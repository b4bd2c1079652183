import type { Caller } from "../permissions/caller";
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
