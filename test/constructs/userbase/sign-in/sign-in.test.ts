import { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import { Sesv2EmailIdentity } from "@cdktf/provider-aws/lib/sesv2-email-identity";
import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { only, resources, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory, handler, short } from "../support";

const identity = "arn:aws:ses:us-east-1:123456789012:identity/example.com";
const email = { from: "Notes <users@example.com>", identity };
const pool = (props: UserbaseProps) => only(directory(props).stack, "aws_cognito_user_pool");

describe("the plan of a user pool", () => {
  test.each([
    ["lite", "LITE"],
    ["essentials", "ESSENTIALS"],
    ["plus", "PLUS"],
  ] as const)("%s is %s", (featureTier, tier) => {
    expect(pool({ featureTier }).user_pool_tier).toBe(tier);
  });

  test("is chosen by the service by default", () => {
    expect(pool({})).not.toHaveProperty("user_pool_tier");
    expect(pool({})).not.toHaveProperty("user_pool_add_ons");
  });

  test.each([
    ["audit", "AUDIT"],
    ["enforced", "ENFORCED"],
  ] as const)("plus has the protection %s", (threatProtection, mode) => {
    const found = pool({ featureTier: "plus", threatProtection });
    expect(found.user_pool_add_ons).toEqual({ advanced_security_mode: mode });
  });

  test.each([
    [{ featureTier: "pro" }, "literal-unknown", "featureTier"],
    [{ threatProtection: "on" }, "literal-unknown", "threatProtection"],
    [{ threatProtection: "audit" }, "userbase-tier", "threatProtection"],
    [{ threatProtection: "audit", featureTier: "essentials" }, "userbase-tier", "threatProtection"],
  ])("is refused: %j", (props, code, prop) => {
    expect(failure(() => directory(props as UserbaseProps))).toMatchObject({ code, prop });
  });
});

describe("a second factor", () => {
  test.each([
    ["optional", "OPTIONAL"],
    ["required", "ON"],
  ] as const)("that is %s alone is an authenticator app", (mfa, mode) => {
    const found = pool({ mfa });
    expect(found).toMatchObject({
      mfa_configuration: mode,
      software_token_mfa_configuration: { enabled: true },
    });
    expect(found).not.toHaveProperty("sms_configuration");
  });

  test("by SMS brings the role that sends it", () => {
    const { stack } = directory({ mfa: { mode: "optional", factors: ["sms"] } });
    const found = only(stack, "aws_cognito_user_pool");
    expect(found).toMatchObject({
      mfa_configuration: "OPTIONAL",
      sms_authentication_message: expect.any(String),
    });
    expect(short(found.sms_configuration)).toMatchObject({ sns_caller_arn: "${aws_iam_role.arn}" });
    expect(found).not.toHaveProperty("software_token_mfa_configuration");
  });

  test("by email has texts, since an empty block never converges", () => {
    const found = pool({ email, mfa: { mode: "required", factors: ["totp", "email"] } });
    expect(found.email_mfa_configuration).toEqual({
      subject: "Your sign-in code",
      message: "Your sign-in code is {####}",
    });
  });

  test("is off by default, and can be switched off", () => {
    expect(pool({})).not.toHaveProperty("mfa_configuration");
    expect(pool({ mfa: "off" })).toMatchObject({ mfa_configuration: "OFF" });
  });

  test.each([
    [{ mfa: "on" }, "literal-unknown", "mfa"],
    [{ mfa: { mode: "off" } }, "literal-unknown", "mfa.mode"],
    [{ mfa: { mode: "optional", factors: [] } }, "prop-invalid", "mfa.factors"],
    [{ mfa: { mode: "optional", factors: ["app"] } }, "literal-unknown", "mfa.factors[0]"],
    [{ mfa: { mode: "optional", kinds: [] } }, "key-unknown", "mfa"],
    [{ mfa: { mode: "optional", factors: ["email"] } }, "prop-needs", 'mfa.factors: ["email"]'],
    [
      { email, featureTier: "lite", mfa: { mode: "optional", factors: ["email"] } },
      "userbase-tier",
      "mfa.factors",
    ],
  ])("is refused: %j", (props, code, prop) => {
    expect(failure(() => directory(props as UserbaseProps))).toMatchObject({ code, prop });
  });
});

describe("signing in without a password", () => {
  test("is an alternative to the password, which the clients may ask for", () => {
    const { stack } = directory({ oneTimePasswords: ["sms", "email"], clients: { web: {} } });
    const found = only(stack, "aws_cognito_user_pool");
    expect(found.sign_in_policy).toEqual({
      allowed_first_auth_factors: ["EMAIL_OTP", "PASSWORD", "SMS_OTP"],
    });
    expect(found).toHaveProperty("sms_configuration");
    expect(found).not.toHaveProperty("web_authn_configuration");
    for (const client of Object.values(resources(stack, "aws_cognito_user_pool_client")))
      expect(client.explicit_auth_flows).toContain("ALLOW_USER_AUTH");
  });

  test("by passkey names the domain that the passkeys belong to", () => {
    const found = pool({ domain: "my-notes", passkeys: true });
    expect(found.sign_in_policy).toEqual({ allowed_first_auth_factors: ["PASSWORD", "WEB_AUTHN"] });
    expect(found.web_authn_configuration).toEqual({
      relying_party_id: "my-notes.auth.us-east-1.amazoncognito.com",
      user_verification: "preferred",
    });
  });

  test.each([
    ["auth.example.com", 0],
    ["example.com", 1],
  ])(
    "by passkey for %s is not offered by pages at another domain, with %i notices",
    (relyingPartyId, times) => {
      const { stack } = directory({
        domain: { domainName: "auth.example.com" },
        passkeys: { relyingPartyId },
      });
      const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
      stack.app.synth();
      const said = write.mock.calls.filter(([text]) => String(text).includes("do not accept passkeys"));
      write.mockRestore();
      expect(said).toHaveLength(times);
    },
  );

  test("by passkey may be for its own domain, with verification", () => {
    const passkeys = { relyingPartyId: "example.com", userVerification: "required" } as const;
    expect(pool({ passkeys }).web_authn_configuration).toEqual({
      relying_party_id: "example.com",
      user_verification: "required",
    });
  });

  test("is off by default", () => {
    const { stack } = directory({ passkeys: false, oneTimePasswords: [] });
    expect(only(stack, "aws_cognito_user_pool")).not.toHaveProperty("sign_in_policy");
    expect(only(stack, "aws_cognito_user_pool_client").explicit_auth_flows).not.toContain("ALLOW_USER_AUTH");
  });

  test.each([
    [{ oneTimePasswords: ["mail"] }, "literal-unknown", "oneTimePasswords[0]"],
    [{ oneTimePasswords: ["email"], featureTier: "lite" }, "userbase-tier", "oneTimePasswords"],
    [{ oneTimePasswords: ["email"], mfa: "required" }, "userbase-one-time-mfa", "oneTimePasswords"],
    [{ passkeys: true }, "prop-needs", "passkeys"],
    [{ passkeys: true, domain: "x", featureTier: "lite" }, "userbase-tier", "passkeys"],
    [{ passkeys: { relyingPartyId: "https://example.com" } }, "prop-invalid", "passkeys.relyingPartyId"],
    [{ passkeys: { relyingPartyId: "example.com:443" } }, "prop-invalid", "passkeys.relyingPartyId"],
    [{ passkeys: { relyingPartyId: "localhost" } }, "prop-invalid", "passkeys.relyingPartyId"],
    [{ passkeys: { relyingPartyId: "-a.example.com" } }, "prop-invalid", "passkeys.relyingPartyId"],
    [{ passkeys: { relyingPartyId: "*.example.com" } }, "prop-invalid", "passkeys.relyingPartyId"],
    [{ passkeys: { relyingPartyId: "Example.com" } }, "prop-invalid", "passkeys.relyingPartyId"],
    [
      { passkeys: { relyingPartyId: "a.b", userVerification: "none" } },
      "literal-unknown",
      "passkeys.userVerification",
    ],
    [{ passkeys: { domain: "a.b" } }, "key-unknown", "passkeys"],
    [{ passkeys: "yes" }, "prop-invalid", "passkeys"],
  ])("is refused: %j", (props, code, prop) => {
    expect(failure(() => directory(props as UserbaseProps))).toMatchObject({ code, prop });
  });
});

describe("emails through SES", () => {
  test("are sent in your name", () => {
    const found = pool({ email: { ...email, replyTo: "support@example.com", configurationSet: "users" } });
    expect(found.email_configuration).toEqual({
      email_sending_account: "DEVELOPER",
      from_email_address: "Notes <users@example.com>",
      source_arn: identity,
      reply_to_email_address: "support@example.com",
      configuration_set: "users",
    });
  });

  test("take an identity of the provider", () => {
    const stack = testStack();
    const own = new Sesv2EmailIdentity(stack, "Identity", { emailIdentity: "example.com" });
    directory({ email: { from: "users@example.com", identity: own } }, stack);
    expect(only(stack, "aws_cognito_user_pool").email_configuration).toMatchObject({
      source_arn: "${aws_sesv2_email_identity.Identity.arn}",
    });
  });

  test.each([
    [{ identity }, "prop-required", "email.from"],
    [{ from: "users@example.com" }, "prop-required", "email.identity"],
    [{ from: "users", identity }, "prop-invalid", "email.from"],
    [{ from: "Notes <users>", identity }, "prop-invalid", "email.from"],
    [{ ...email, replyTo: "support" }, "prop-invalid", "email.replyTo"],
    [{ ...email, configurationSet: "my set" }, "prop-invalid", "email.configurationSet"],
    [{ ...email, identity: "example.com" }, "prop-invalid", "email.identity"],
    [{ ...email, sender: "x" }, "key-unknown", "email"],
  ])("are refused: %j", (given, code, prop) => {
    expect(failure(() => directory({ email: given } as UserbaseProps))).toMatchObject({ code, prop });
  });
});

describe("the version of preTokenGeneration", () => {
  const triggers = { preTokenGeneration: handler };

  test.each([
    ["v1_0", "V1_0"],
    ["v2_0", "V2_0"],
    ["v3_0", "V3_0"],
  ] as const)(
    "%s is written with the function in both of its places",
    (preTokenGenerationVersion, version) => {
      const { lambda_config: config } = pool({ triggers, preTokenGenerationVersion });
      const arn = "${aws_lambda_function.arn}";
      expect(short(config)).toEqual({
        pre_token_generation: arn,
        pre_token_generation_config: { lambda_arn: arn, lambda_version: version },
      });
    },
  );

  test("is unchanged by default", () => {
    const { lambda_config: config } = pool({ triggers });
    expect(short(config)).toEqual({ pre_token_generation: "${aws_lambda_function.arn}" });
  });

  test.each([
    [{ preTokenGenerationVersion: "v2_0" }, "prop-needs"],
    [{ triggers, preTokenGenerationVersion: "V2_0" }, "literal-unknown"],
    [{ triggers, preTokenGenerationVersion: "v2_0", featureTier: "lite" }, "userbase-tier"],
  ])("is refused: %j", (props, code) => {
    const given = props as UserbaseProps;
    expect(failure(() => directory(given))).toMatchObject({ code, prop: "preTokenGenerationVersion" });
  });

  test("v1_0 is part of every plan", () => {
    expect(pool({ triggers, preTokenGenerationVersion: "v1_0", featureTier: "lite" })).toHaveProperty(
      "lambda_config",
    );
  });
});

describe("an imported user pool", () => {
  const imported = (props: UserbaseProps) => {
    const stack = testStack();
    const userPool = new DataAwsCognitoUserPool(stack, "Pool", { userPoolId: "us-east-1_abc" });
    return { stack, make: () => directory({ ...props, cdk: { userPool } }, stack) };
  };

  test.each([
    { mfa: "off" },
    { passkeys: { relyingPartyId: "a.b" } },
    { oneTimePasswords: ["email"] },
    { featureTier: "plus" },
    { threatProtection: "off" },
    { preTokenGenerationVersion: "v1_0" },
    { email },
  ] as UserbaseProps[])("is not configured here: %j", (props) => {
    const [prop] = Object.keys(props);
    expect(failure(imported(props).make)).toMatchObject({ code: "imported-user-pool", prop });
  });

  test("takes a domain, groups, scopes and clients", () => {
    const { stack, make } = imported({
      domain: "my-notes",
      groups: { staff: {} },
      resourceServers: { notes: { scopes: { read: "Reads" } } },
      clients: { web: { callbackUrls: ["https://a.b"], scopes: ["elsewhere/read"] } },
    });
    make();
    expect(only(stack, "aws_cognito_user_group").user_pool_id).toBe("${data.aws_cognito_user_pool.Pool.id}");
  });
});
