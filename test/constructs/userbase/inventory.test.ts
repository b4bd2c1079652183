import { directory, plain, problemsOf } from "./support";

const everything = () =>
  directory({
    login: ["email"],
    domain: { domainName: "auth.example.com" },
    branding: true,
    resourceServers: { notes: { scopes: { read: "Reads notes" } } },
    clients: {
      web: { callbackUrls: ["https://notes.example.com"] },
      robot: { type: "machine", scopes: ["notes/read"] },
    },
    groups: { admins: { permissions: ["s3"] }, members: {} },
    mfa: { mode: "optional", factors: ["totp", "sms", "email"] },
    passkeys: true,
    oneTimePasswords: ["email", "sms"],
    featureTier: "plus",
    threatProtection: "audit",
    email: {
      from: "users@example.com",
      identity: "arn:aws:ses:us-east-1:123456789012:identity/example.com",
    },
    identityProviders: {
      google: { clientId: "id", clientSecret: "secret" },
      apple: { servicesId: "com.example", teamId: "team", keyId: "key", privateKey: "private" },
      facebook: { appId: "id", appSecret: "secret" },
      amazon: { clientId: "id", clientSecret: "secret" },
      oidc: { Okta: { issuer: "https://acme.okta.com", clientId: "id", clientSecret: "secret" } },
      saml: { Staff: { metadataUrl: "https://login.example.com/metadata" } },
    },
    cdk: {
      userPoolClient: {
        allowedOauthFlows: ["code"],
        allowedOauthScopes: ["openid", "notes/read"],
        callbackUrls: ["https://notes.example.com"],
      },
    },
  });

describe("a Userbase with everything", () => {
  test("has these addresses", () => {
    expect(plain(everything().stack).sort()).toEqual([
      "aws_acm_certificate.Auth_Domain_Certificate",
      "aws_acm_certificate_validation.Auth_Domain_CertificateValidation",
      "aws_cognito_identity_pool.Auth_IdentityPool",
      "aws_cognito_identity_pool_roles_attachment.Auth_IdentityPoolRoles",
      "aws_cognito_identity_provider.Auth_IdentityProvider_amazon",
      "aws_cognito_identity_provider.Auth_IdentityProvider_apple",
      "aws_cognito_identity_provider.Auth_IdentityProvider_facebook",
      "aws_cognito_identity_provider.Auth_IdentityProvider_google",
      "aws_cognito_identity_provider.Auth_IdentityProvider_oidc_Okta",
      "aws_cognito_identity_provider.Auth_IdentityProvider_saml_Staff",
      "aws_cognito_managed_login_branding.Auth_Branding",
      "aws_cognito_managed_login_branding.Auth_Branding_web",
      "aws_cognito_resource_server.Auth_ResourceServer_notes",
      "aws_cognito_user_group.Auth_Group_admins",
      "aws_cognito_user_group.Auth_Group_members",
      "aws_cognito_user_pool.Auth_UserPool",
      "aws_cognito_user_pool_client.Auth_Client_robot",
      "aws_cognito_user_pool_client.Auth_Client_web",
      "aws_cognito_user_pool_client.Auth_UserPoolClient",
      "aws_cognito_user_pool_domain.Auth_Domain",
      "aws_iam_role.Auth_AuthRole",
      "aws_iam_role.Auth_GroupRole_admins_Role",
      "aws_iam_role.Auth_SmsRole",
      "aws_iam_role.Auth_UnauthRole",
      "aws_iam_role_policy.Auth_GroupRole_admins_Policies_Base",
      "aws_iam_role_policy.Auth_SmsRole_Policy",
      "aws_route53_record.Auth_Domain_RecordA",
      "aws_route53_record.Auth_Domain_RecordAAAA",
      "aws_route53_record.Auth_Domain_ValidationRecord",
      "data.aws_route53_zone.Auth_Domain_HostedZone",
      "terraform_data.Auth_Login",
    ]);
  });

  test("is sound Terraform JSON", () => {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(problemsOf(everything().stack.app)).toEqual([]);
    write.mockRestore();
  });
});
