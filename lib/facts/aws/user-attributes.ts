/**
 * The attributes that every user of a Cognito user pool may have.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html
 */
export const standardUserAttributes = [
  "sub",
  "name",
  "given_name",
  "family_name",
  "middle_name",
  "nickname",
  "preferred_username",
  "profile",
  "picture",
  "website",
  "email",
  "email_verified",
  "gender",
  "birthdate",
  "zoneinfo",
  "locale",
  "phone_number",
  "phone_number_verified",
  "address",
  "updated_at",
  "identities",
] as const;

/** Attributes that the service writes itself: it refuses a client that would write them. */
export const serviceUserAttributes: readonly string[] = ["email_verified", "phone_number_verified", "sub"];
