import { exampleArn } from "../../../facts/aws/arn-patterns";
import { exampleRegion } from "../../../facts/aws/regions";
import { arnOf, choice, count, modelled, type ResourceLimits, range, textLimit } from "./limit";

const api = (operation: string) =>
  `https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_${operation}.html`;
const createPool = api("CreateUserPool");
const createClient = api("CreateUserPoolClient");
const createGroup = api("CreateGroup");
const createServer = api("CreateResourceServer");
const scopeType = api("ResourceServerScopeType");
const createProvider = api("CreateIdentityProvider");
const passwordPolicy = api("PasswordPolicyType");
const template = api("MessageTemplateType");
const notifyEmail = api("NotifyEmailType");
const riskExceptions = api("RiskExceptionConfigurationType");
const schemaAttribute = api("SchemaAttributeType");
const createIdentityPool =
  "https://docs.aws.amazon.com/cognitoidentity/latest/APIReference/API_CreateIdentityPool.html";
const domainPrefix =
  "https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html";

const recovery = api("RecoveryOptionType");
const verification = api("VerificationMessageTemplateType");
const invitation = /^(?=[\s\S]*\{username\})[\s\S]*\{####\}/;
const invitationInWords = 'a string with "{username}" and "{####}"';

const name = /^[\w\s+=,.@-]+$/;
const nameInWords = "letters, digits, spaces and _+=,.@-";
const visible = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u;

/** Directories, their clients, groups, servers and domains. */
export const cognitoLimits = {
  aws_cognito_user_pool: {
    ...modelled(
      "emailConfiguration.emailSendingAccount",
      "userPoolAddOns.advancedSecurityAdditionalFlows.customAuthMode",
      "mfaConfiguration",
      "deletionProtection",
      "userPoolTier",
      "accountRecoverySetting.recoveryMechanism.name",
      "userPoolAddOns.advancedSecurityMode",
      "schema.attributeDataType",
    ),
    "webAuthnConfiguration.userVerification": choice(
      api("WebAuthnConfigurationType"),
      "required",
      "preferred",
    ),
    "signInPolicy.allowedFirstAuthFactors": choice(
      api("SignInPolicyType"),
      "PASSWORD",
      "EMAIL_OTP",
      "SMS_OTP",
      "WEB_AUTHN",
      "SOFTWARE_TOKEN",
    ),
    "userAttributeUpdateSettings.attributesRequireVerificationBeforeUpdate": choice(
      api("UserAttributeUpdateSettingsType"),
      "email",
      "phone_number",
    ),
    name: textLimit(createPool, 128, name, nameInWords),
    emailVerificationSubject: textLimit(createPool, 140),
    emailVerificationMessage: textLimit(createPool, 20_000, /\{####\}/, 'a string with "{####}"', 6),
    smsAuthenticationMessage: textLimit(createPool, 140, /\{####\}/, 'a string with "{####}"', 6),
    smsVerificationMessage: textLimit(createPool, 140, /\{####\}/, 'a string with "{####}"', 6),
    "passwordPolicy.minimumLength": range(passwordPolicy, 6, 99),
    "passwordPolicy.passwordHistorySize": range(passwordPolicy, 0, 24),
    "passwordPolicy.temporaryPasswordValidityDays": range(passwordPolicy, 0, 365),
    "adminCreateUserConfig.inviteMessageTemplate.emailMessage": textLimit(
      template,
      20_000,
      invitation,
      invitationInWords,
      6,
    ),
    "adminCreateUserConfig.inviteMessageTemplate.emailSubject": textLimit(template, 140),
    "adminCreateUserConfig.inviteMessageTemplate.smsMessage": textLimit(
      template,
      140,
      invitation,
      invitationInWords,
      6,
    ),
    autoVerifiedAttributes: choice(createPool, "email", "phone_number"),
    usernameAttributes: choice(createPool, "email", "phone_number"),
    aliasAttributes: choice(createPool, "email", "phone_number", "preferred_username"),
    "accountRecoverySetting.recoveryMechanism.priority": range(recovery, 1, 2),
    "smsConfiguration.snsCallerArn": arnOf(
      api("SmsConfigurationType"),
      ["iam"],
      exampleArn("iam", "role/messages"),
    ),
    "verificationMessageTemplate.defaultEmailOption": choice(
      verification,
      "CONFIRM_WITH_CODE",
      "CONFIRM_WITH_LINK",
    ),
    "verificationMessageTemplate.emailMessage": textLimit(
      verification,
      20_000,
      /\{####\}/,
      'a string with "{####}"',
      6,
    ),
    "verificationMessageTemplate.smsMessage": textLimit(
      verification,
      140,
      /\{####\}/,
      'a string with "{####}"',
      6,
    ),
    "verificationMessageTemplate.emailMessageByLink": {
      ...textLimit(verification, 20_000, /\{##.*##\}/s, 'a string with a link: "{##Confirm##}"', 6),
      sample: "{##Confirm##}",
    },
    schema: count("https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html", 50, "attributes"),
    "schema.name": textLimit(
      schemaAttribute,
      20,
      visible,
      "up to 20 letters, digits and signs, without spaces",
    ),
  },
  aws_cognito_user_pool_client: {
    ...modelled(
      "refreshTokenRotation.feature",
      "tokenValidityUnits.accessToken",
      "tokenValidityUnits.idToken",
      "tokenValidityUnits.refreshToken",
    ),
    name: textLimit(createClient, 128, name, nameInWords),
    authSessionValidity: range(createClient, 3, 15),
    explicitAuthFlows: choice(
      createClient,
      "ALLOW_USER_SRP_AUTH",
      "ALLOW_REFRESH_TOKEN_AUTH",
      "ALLOW_USER_AUTH",
      "ALLOW_CUSTOM_AUTH",
      "ALLOW_USER_PASSWORD_AUTH",
      "ALLOW_ADMIN_USER_PASSWORD_AUTH",
      "ADMIN_NO_SRP_AUTH",
      "CUSTOM_AUTH_FLOW_ONLY",
      "USER_PASSWORD_AUTH",
      "ALLOW_TOKEN_EXCHANGE_DELEGATION",
      "ALLOW_TOKEN_EXCHANGE_IMPERSONATION",
    ),
    preventUserExistenceErrors: choice(createClient, "ENABLED", "LEGACY"),
    callbackUrls: count(createClient, 100, "addresses"),
    logoutUrls: count(createClient, 100, "addresses"),
    allowedOauthScopes: count(createClient, 50, "scopes"),
    defaultRedirectUri: textLimit(createClient, 1024),
  },
  aws_cognito_user_group: {
    ...modelled("description"),
    name: textLimit(createGroup, 128, visible, "up to 128 letters, digits and signs, without spaces"),
    precedence: range(createGroup, 0, 2_147_483_647),
  },
  aws_cognito_resource_server: {
    identifier: textLimit(
      createServer,
      256,
      /^[\x21\x23-\x5B\x5D-\x7E]+$/,
      "an identifier without spaces, quotes and backslashes, such as an address",
    ),
    name: textLimit(createServer, 256, name, `up to 256 ${nameInWords}`),
    scope: count(createServer, 100, "scopes"),
    "scope.scopeName": textLimit(
      scopeType,
      256,
      /^[\x21\x23-\x2E\x30-\x5B\x5D-\x7E]+$/,
      'a scope without spaces, quotes, "/" and "\\"',
    ),
    "scope.scopeDescription": textLimit(scopeType, 256, /^/, "a description of up to 256 characters"),
  },
  aws_cognito_identity_provider: {
    providerName: textLimit(createProvider, 32, /^[A-Za-z0-9][A-Za-z0-9.-]*$/, "letters, digits, . and -", 3),
    idpIdentifiers: count(createProvider, 50, "identifiers"),
  },
  aws_cognito_identity_pool: {
    identityPoolName: textLimit(createIdentityPool, 128, name, nameInWords),
    developerProviderName: textLimit(createIdentityPool, 128, /^[\w.-]+$/, "letters, digits and _ . -"),
  },
} as const satisfies Readonly<Record<string, ResourceLimits>>;

/** One of the identifiers of an identity provider. */
export const identifierLimit = textLimit(
  createProvider,
  40,
  /^[\w\s+=.@-]+$/,
  "1 to 40 letters, digits, spaces and characters of _+=.@-",
);

/** The id of an app at an identity provider, in an identity pool: `IdentityProviderId`. */
export const loginProviderLimit = textLimit(
  createIdentityPool,
  128,
  /^[\w.;/-]+$/,
  "letters, digits and _ . ; / -",
  1,
);

/** The domain of sign-in pages below the domain of AWS. */
export const domainPrefixLimit = textLimit(
  domainPrefix,
  63,
  /^(?!.*(aws|amazon|cognito))[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
  "lower-case letters, digits and -",
);

/** The literal id of a directory: `eu-west-1_Ab12Cd34E`. */
export const userPoolIdLimit = textLimit(
  api("DescribeUserPool"),
  55,
  /^[\w-]+_[0-9a-zA-Z]+$/,
  `the id of a user pool, such as "${exampleRegion}_Ab12Cd34E"`,
);

export const clientIdLimit = textLimit(
  api("DescribeUserPoolClient"),
  128,
  /^[\w+]+$/,
  "the id of a client: up to 128 letters, digits, _ and +",
);

export const configurationSetLimit = textLimit(
  api("EmailConfigurationType"),
  64,
  /^[\w-]+$/,
  "up to 64 letters, digits, - and _",
);

/** Emails about risks, and exceptions from their assessment. */
export const riskLimits = {
  subject: textLimit(notifyEmail, 140),
  html: textLimit(notifyEmail, 20_000, /^/s, "a string of at least 6 characters", 6),
  text: textLimit(notifyEmail, 20_000, /^/s, "a string of at least 6 characters", 6),
  ranges: count(riskExceptions, 200, "ranges"),
};
