import { block, flag, text } from "../../../../../model/resources/values";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUserPoolMfaConfig.html */
export const getUserPoolMfaConfig = operation({ UserPoolId: "text!" }, (pools, { UserPoolId }) => {
  const { mfa, values, passkeys } = pools.requirePool(UserPoolId).settings;
  const sms = block(values, "sms_configuration");
  const token = block(values, "software_token_mfa_configuration");
  const email = block(values, "email_mfa_configuration");
  const { relyingPartyId, needsUserVerification } = passkeys;
  return {
    MfaConfiguration: mfa,
    ...(sms !== undefined && {
      SmsMfaConfiguration: {
        SmsAuthenticationMessage: text(values, "sms_authentication_message"),
        SmsConfiguration: {
          SnsCallerArn: text(sms, "sns_caller_arn"),
          ExternalId: text(sms, "external_id"),
          SnsRegion: text(sms, "sns_region"),
        },
      },
    }),
    ...(token !== undefined && {
      SoftwareTokenMfaConfiguration: { Enabled: flag(token, "enabled") ?? false },
    }),
    ...(email !== undefined && {
      EmailMfaConfiguration: { Message: text(email, "message"), Subject: text(email, "subject") },
    }),
    ...(relyingPartyId !== undefined && {
      WebAuthnConfiguration: {
        RelyingPartyId: relyingPartyId,
        UserVerification: needsUserVerification ? "required" : "preferred",
      },
    }),
  };
});
