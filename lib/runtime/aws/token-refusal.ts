import { FetchError, JwksValidationError, JwtBaseError } from "aws-jwt-verify/error";

/** Whether an error is about a token. Missing or invalid keys of the issuer are other errors. */
export const isTokenRefusal = (error: unknown): error is JwtBaseError =>
  error instanceof JwtBaseError && !(error instanceof FetchError || error instanceof JwksValidationError);
