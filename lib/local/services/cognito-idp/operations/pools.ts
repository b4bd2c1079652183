import { prefixOfSignInHost } from "../../../../facts/aws/service-hosts";
import { block, blocks, flag, number, text, textMap } from "../../../../model";
import type { Pool } from "../pool";
import type { AttributeSchema } from "../settings/pool-settings";
import { pageOf, poolTimes } from "./answers";
import type { Operations } from "./contract";

/** The settings of pools and of their domains. */
export const poolOperations = {
  ListUserPools: (pools, { NextToken, MaxResults }) => {
    const { items, next } = pageOf(pools.all, NextToken, MaxResults);
    return {
      UserPools: items.map(({ settings: { id, name } }) => ({
        Id: id,
        Name: name,
        LambdaConfig: {},
        ...poolTimes,
      })),
      NextToken: next,
    };
  },
  DescribeUserPool: (pools, { UserPoolId }) => ({
    UserPool: poolAnswer(pools.requirePool(UserPoolId)),
  }),
  DescribeUserPoolDomain: (pools, { Domain }) => {
    const found = pools.model.find("aws_cognito_user_pool_domain", "domain", Domain);
    if (found === undefined) return { DomainDescription: {} };
    const { values } = found;
    return {
      DomainDescription: {
        UserPoolId: text(values, "user_pool_id"),
        AWSAccountId: pools.model.account,
        Domain,
        CloudFrontDistribution: text(values, "cloudfront_distribution"),
        Status: "ACTIVE",
        ...(text(values, "certificate_arn") !== undefined && {
          CustomDomainConfig: { CertificateArn: text(values, "certificate_arn") },
        }),
      },
    };
  },
  GetUserPoolMfaConfig: (pools, { UserPoolId }) => {
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
  },
} satisfies Operations;

function poolAnswer({ settings, users }: Pool): object {
  const { values, passwordPolicy: policy, attributes } = settings;
  const invitations = block(values, "admin_create_user_config") ?? {};
  const template = block(values, "verification_message_template") ?? {};
  const invitation = block(invitations, "invite_message_template");
  const recovery = block(values, "account_recovery_setting");
  return {
    Id: settings.id,
    Name: settings.name,
    Arn: settings.arn,
    ...poolTimes,
    Policies: {
      PasswordPolicy: {
        MinimumLength: policy.minimumLength,
        RequireUppercase: policy.needsUppercase,
        RequireLowercase: policy.needsLowercase,
        RequireNumbers: policy.needsNumbers,
        RequireSymbols: policy.needsSymbols,
        TemporaryPasswordValidityDays: policy.temporaryDays,
        ...(policy.historySize > 0 && { PasswordHistorySize: policy.historySize }),
      },
      SignInPolicy: { AllowedFirstAuthFactors: settings.firstFactors },
    },
    DeletionProtection: text(values, "deletion_protection") ?? "INACTIVE",
    LambdaConfig: lambdaAnswer(settings.values),
    SchemaAttributes: [...attributes.values()]
      .filter(({ name }) => name !== "identities")
      .map(attributeAnswer),
    AutoVerifiedAttributes: settings.autoVerified,
    ...(settings.aliasAttributes.length > 0 && { AliasAttributes: settings.aliasAttributes }),
    ...(settings.usernameAttributes.length > 0 && { UsernameAttributes: settings.usernameAttributes }),
    VerificationMessageTemplate: {
      DefaultEmailOption: text(template, "default_email_option") ?? "CONFIRM_WITH_CODE",
      EmailMessage: text(template, "email_message"),
      EmailSubject: text(template, "email_subject"),
      SmsMessage: text(template, "sms_message"),
      EmailMessageByLink: text(template, "email_message_by_link"),
      EmailSubjectByLink: text(template, "email_subject_by_link"),
    },
    MfaConfiguration: settings.mfa,
    ...(settings.devices !== undefined && {
      DeviceConfiguration: {
        ChallengeRequiredOnNewDevice: settings.devices.isChallenged,
        DeviceOnlyRememberedOnUserPrompt: settings.devices.asksUser,
      },
    }),
    EstimatedNumberOfUsers: users.all.length,
    UserPoolTags: textMap(values, "tags"),
    ...(settings.domain !== undefined && {
      [prefixOfSignInHost(settings.domain) === undefined ? "CustomDomain" : "Domain"]: domainName(
        settings.domain,
      ),
    }),
    AdminCreateUserConfig: {
      AllowAdminCreateUserOnly: settings.isAdminOnly,
      UnusedAccountValidityDays: policy.temporaryDays,
      ...(invitation !== undefined && {
        InviteMessageTemplate: {
          SMSMessage: text(invitation, "sms_message"),
          EmailMessage: text(invitation, "email_message"),
          EmailSubject: text(invitation, "email_subject"),
        },
      }),
    },
    UsernameConfiguration: { CaseSensitive: settings.isCaseSensitive },
    ...(recovery !== undefined && {
      AccountRecoverySetting: {
        RecoveryMechanisms: blocks(recovery, "recovery_mechanism").map((each) => ({
          Name: text(each, "name"),
          Priority: number(each, "priority"),
        })),
      },
    }),
    ...(settings.verifiedBeforeUpdate.length > 0 && {
      UserAttributeUpdateSettings: {
        AttributesRequireVerificationBeforeUpdate: settings.verifiedBeforeUpdate,
      },
    }),
    UserPoolTier: text(values, "user_pool_tier") ?? "ESSENTIALS",
  };
}

const domainName = (host: string): string => prefixOfSignInHost(host) ?? host;

const lambdaKeys: Readonly<Record<string, string>> = {
  pre_sign_up: "PreSignUp",
  custom_message: "CustomMessage",
  post_confirmation: "PostConfirmation",
  pre_authentication: "PreAuthentication",
  post_authentication: "PostAuthentication",
  define_auth_challenge: "DefineAuthChallenge",
  create_auth_challenge: "CreateAuthChallenge",
  verify_auth_challenge_response: "VerifyAuthChallengeResponse",
  pre_token_generation: "PreTokenGeneration",
  user_migration: "UserMigration",
  kms_key_id: "KMSKeyID",
};
const lambdaBlocks: Readonly<Record<string, string>> = {
  pre_token_generation_config: "PreTokenGenerationConfig",
  custom_sms_sender: "CustomSMSSender",
  custom_email_sender: "CustomEmailSender",
};

function lambdaAnswer(values: Parameters<typeof block>[0]): object {
  const config = block(values, "lambda_config") ?? {};
  const arns = Object.entries(lambdaKeys).flatMap(([key, name]) => {
    const value = text(config, key);
    return value === undefined ? [] : [[name, value] as const];
  });
  const versions = Object.entries(lambdaBlocks).flatMap(([key, name]) => {
    const each = block(config, key);
    return each === undefined
      ? []
      : [
          [
            name,
            { LambdaVersion: text(each, "lambda_version"), LambdaArn: text(each, "lambda_arn") },
          ] as const,
        ];
  });
  return Object.fromEntries([...arns, ...versions]);
}

function attributeAnswer(schema: AttributeSchema): object {
  const { name, type, isDeveloperOnly, isMutable, isRequired, minLength, maxLength, minValue, maxValue } =
    schema;
  return {
    Name: name,
    AttributeDataType: type,
    DeveloperOnlyAttribute: isDeveloperOnly,
    Mutable: isMutable,
    Required: isRequired,
    ...(type === "String" && {
      StringAttributeConstraints: { MinLength: textOf(minLength), MaxLength: textOf(maxLength) },
    }),
    ...(type === "Number" && {
      NumberAttributeConstraints: { MinValue: textOf(minValue), MaxValue: textOf(maxValue) },
    }),
  };
}

const textOf = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);
