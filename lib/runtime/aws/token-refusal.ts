import { FetchError, JwksValidationError, JwtBaseError } from "aws-jwt-verify/error";

/** Whether an error is about a token, and not about an issuer that does not answer or answers with something else than keys. */
export const isTokenRefusal = (error: unknown): error is JwtBaseError =>
  error instanceof JwtBaseError && !(error instanceof FetchError || error instanceof JwksValidationError);
