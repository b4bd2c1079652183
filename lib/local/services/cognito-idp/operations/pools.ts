import { prefixOfSignInHost } from "../../../../facts/aws/service-hosts";
import { block, text, textMap, type Values } from "../../../../model";
import { described } from "../../contract/described";
import type { Pool } from "../pool";
import type { AttributeSchema } from "../settings/pool-settings";
import { pageOf, poolTimes } from "./answers";
import { model, type Operations } from "./contract";

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
    const { relyingPartyId, needsUserVerification } = passkeys;
    return described(model.members("outputs", "GetUserPoolMfaConfig"), values, {
      MfaConfiguration: mfa,
      SmsMfaConfiguration: block(values, "sms_configuration") && describedAs("SmsMfaConfigType", values),
      WebAuthnConfiguration:
        relyingPartyId === undefined
          ? undefined
          : {
              RelyingPartyId: relyingPartyId,
              UserVerification: needsUserVerification ? "required" : "preferred",
            },
    });
  },
} satisfies Operations;

function poolAnswer({ settings, users }: Pool): object {
  const { values, passwordPolicy: policy, attributes, devices, domain } = settings;
  const invitations = block(values, "admin_create_user_config") ?? {};
  const template = block(values, "verification_message_template");
  const defaults = { deletion_protection: "INACTIVE", user_pool_tier: "ESSENTIALS", lambda_config: [{}] };
  return describedAs(
    "UserPoolType",
    { ...defaults, ...values },
    {
      Id: settings.id,
      ...poolTimes,
      Policies: {
        PasswordPolicy: {
          MinimumLength: policy.minimumLength,
          RequireUppercase: policy.needsUppercase,
          RequireLowercase: policy.needsLowercase,
          RequireNumbers: policy.needsNumbers,
          RequireSymbols: policy.needsSymbols,
          TemporaryPasswordValidityDays: policy.temporaryDays,
          PasswordHistorySize: policy.historySize > 0 ? policy.historySize : undefined,
        },
        SignInPolicy: { AllowedFirstAuthFactors: settings.firstFactors },
      },
      SchemaAttributes: [...attributes.values()]
        .filter(({ name }) => name !== "identities")
        .map(attributeAnswer),
      AutoVerifiedAttributes: settings.autoVerified,
      VerificationMessageTemplate: describedAs("VerificationMessageTemplateType", {
        default_email_option: "CONFIRM_WITH_CODE",
        ...template,
      }),
      MfaConfiguration: settings.mfa,
      DeviceConfiguration: devices && {
        ChallengeRequiredOnNewDevice: devices.isChallenged,
        DeviceOnlyRememberedOnUserPrompt: devices.asksUser,
      },
      EstimatedNumberOfUsers: users.all.length,
      UserPoolTags: textMap(values, "tags"),
      Domain: domain && prefixOfSignInHost(domain),
      CustomDomain: domain && prefixOfSignInHost(domain) === undefined ? domain : undefined,
      AdminCreateUserConfig: describedAs("AdminCreateUserConfigType", invitations, {
        AllowAdminCreateUserOnly: settings.isAdminOnly,
        UnusedAccountValidityDays: policy.temporaryDays,
      }),
      UsernameConfiguration: { CaseSensitive: settings.isCaseSensitive },
    },
  );
}

/** A structure of the service, from the attributes with its names. */
const describedAs = (structure: string, values: Values, given?: Values): Values =>
  described(model.members("structures", structure), values, given);

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
