/**
 * The operations that apps call without credentials of AWS: with a client's id, or with a user's token.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-public-server-side.html
 */
const names: ReadonlySet<string> = new Set([
  "AssociateSoftwareToken",
  "ChangePassword",
  "CompleteWebAuthnRegistration",
  "ConfirmDevice",
  "ConfirmForgotPassword",
  "ConfirmSignUp",
  "DeleteUser",
  "DeleteUserAttributes",
  "DeleteWebAuthnCredential",
  "ForgetDevice",
  "ForgotPassword",
  "GetDevice",
  "GetTokensFromRefreshToken",
  "GetUser",
  "GetUserAttributeVerificationCode",
  "GetUserAuthFactors",
  "GlobalSignOut",
  "InitiateAuth",
  "ListDevices",
  "ListWebAuthnCredentials",
  "ResendConfirmationCode",
  "RespondToAuthChallenge",
  "RevokeToken",
  "SetUserMFAPreference",
  "SetUserSettings",
  "SignUp",
  "StartWebAuthnRegistration",
  "UpdateDeviceStatus",
  "UpdateUserAttributes",
  "VerifySoftwareToken",
  "VerifyUserAttribute",
]);

export const isPublicOperation = (name: string): boolean => names.has(name);
