import { ServiceError } from "../contract/define-service";
import { detected, violation } from "../contract/violations";

/**
 * The refusals of the service, with its own words, by their codes.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/CommonErrors.html and the errors
 * of each operation there.
 */
export const refusals = {
  notAuthorized: (message: string) => new ServiceError("NotAuthorizedException", message),
  invalid: (message: string) => new ServiceError("InvalidParameterException", message),
  violation: (...of: Parameters<typeof violation>) => refusals.invalid(detected(violation(...of))),
  noResource: (message: string) => new ServiceError("ResourceNotFoundException", message),
  limit: (message: string) => new ServiceError("LimitExceededException", message),
  noUser: () => new ServiceError("UserNotFoundException", "User does not exist."),
  wrongPassword: () => new ServiceError("NotAuthorizedException", "Incorrect username or password."),
  tooManyFailures: () => new ServiceError("NotAuthorizedException", "Password attempts exceeded"),
  disabled: () => new ServiceError("NotAuthorizedException", "User is disabled."),
  notConfirmed: () => new ServiceError("UserNotConfirmedException", "User is not confirmed."),
  resetRequired: () =>
    new ServiceError("PasswordResetRequiredException", "Password reset required for the user"),
  userExists: (message = "User already exists") => new ServiceError("UsernameExistsException", message),
  aliasExists: (attribute: string) =>
    new ServiceError("AliasExistsException", `An account with the ${attribute} already exists.`),
  wrongCode: (message = "Invalid verification code provided, please try again.") =>
    new ServiceError("CodeMismatchException", message),
  expiredCode: (message = "Invalid code provided, please request a code again.") =>
    new ServiceError("ExpiredCodeException", message),
  tooManyCodes: () => refusals.limit("Attempt limit exceeded, please try after some time."),
  badPassword: (message: string) =>
    new ServiceError("InvalidPasswordException", `Password did not conform with policy: ${message}`),
  usedPassword: () =>
    new ServiceError(
      "PasswordHistoryPolicyViolationException",
      "Password has previously been used. Please use a different password.",
    ),
  badSession: (message = "Invalid session for the user.") =>
    new ServiceError("NotAuthorizedException", message),
  noMfa: () =>
    new ServiceError(
      "SoftwareTokenMFANotFoundException",
      "Software Token MFA has not been enabled for the userPool",
    ),
  /** Source: https://github.com/aws-amplify/aws-sdk-ios/issues/2203 */
  immutable: (attribute: string) => refusals.invalid(`Cannot modify the non-mutable attribute ${attribute}`),
  noDelivery: (factor: string) =>
    refusals.invalid(`User does not have delivery config set to turn on ${factor}`),
  wrongTotp: () => new ServiceError("EnableSoftwareTokenMFAException", "Code mismatch"),
} as const;
