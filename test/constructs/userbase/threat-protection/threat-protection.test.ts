import { Sesv2EmailIdentity } from "@cdktf/provider-aws/lib/sesv2-email-identity";
import { TerraformVariable, Token } from "cdktf";
import type { UserbaseProps, UserbaseThreatProtectionProps } from "../../../../lib/constructs/userbase";
import { addresses, only, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { account, directory, handler } from "../support";

const identity = "arn:aws:ses:us-east-1:123456789012:identity/example.com";
const email = { from: "Notes <users@example.com>", identity, replyTo: "help@example.com" };
const plus = { featureTier: "plus", mfa: "optional", email } as const;
const protect = (threatProtection: object, props: UserbaseProps = {}) =>
  directory({
    ...plus,
    threatProtection: { mode: "enforced", ...threatProtection } as UserbaseThreatProtectionProps,
    ...props,
  }).stack;
const risks = (threatProtection: object, props: UserbaseProps = {}) =>
  only(protect(threatProtection, props), "aws_cognito_risk_configuration");

describe("threat protection", () => {
  test.each<[UserbaseProps["threatProtection"], string]>([
    ["off", "OFF"],
    ["audit", "AUDIT"],
    [{ mode: "audit" }, "AUDIT"],
    [{ mode: "enforced" }, "ENFORCED"],
  ])("%j without actions is only a mode of the pool", (threatProtection, mode) => {
    const { stack } = directory({ ...plus, threatProtection });
    expect(only(stack, "aws_cognito_user_pool").user_pool_add_ons).toEqual({ advanced_security_mode: mode });
    expect(addresses(stack).join()).not.toContain("risk_configuration");
  });

  test("assesses custom challenges", () => {
    const stack = protect({ customAuth: "audit" }, { triggers: { defineAuthChallenge: handler } });
    expect(only(stack, "aws_cognito_user_pool").user_pool_add_ons).toEqual({
      advanced_security_mode: "ENFORCED",
      advanced_security_additional_flows: { custom_auth_mode: "AUDIT" },
    });
  });

  test.each<[UserbaseThreatProtectionProps["compromisedCredentials"], object]>([
    [
      "block",
      { event_filter: ["PASSWORD_CHANGE", "SIGN_IN", "SIGN_UP"], actions: { event_action: "BLOCK" } },
    ],
    [
      { action: "none", events: ["sign_up", "sign_up"] },
      { event_filter: ["SIGN_UP"], actions: { event_action: "NO_ACTION" } },
    ],
  ])("answers leaked passwords with %j", (compromisedCredentials, expected) => {
    expect(risks({ compromisedCredentials })).toEqual({
      user_pool_id: expect.stringMatching(/^\$\{aws_cognito_user_pool\.\w+\.id\}$/),
      compromised_credentials_risk_configuration: expected,
    });
  });

  test("answers risky sign-ins by level, and sends an email only with the option", () => {
    const accountTakeover = { low: "none", medium: "mfa_if_configured", high: { action: "mfa_required" } };
    expect(risks({ accountTakeover }).account_takeover_risk_configuration).toEqual({
      actions: {
        low_action: { event_action: "NO_ACTION", notify: false },
        medium_action: { event_action: "MFA_IF_CONFIGURED", notify: false },
        high_action: { event_action: "MFA_REQUIRED", notify: false },
      },
    });
  });

  test("sends emails as the directory does", () => {
    const accountTakeover = { high: { action: "block", notify: true } };
    expect(risks({ accountTakeover }).account_takeover_risk_configuration).toEqual({
      actions: { high_action: { event_action: "BLOCK", notify: true } },
      notify_configuration: { from: email.from, reply_to: email.replyTo, source_arn: identity },
    });
  });

  test("sends emails of its own, from another identity", () => {
    const text = (subject: string) => ({ subject, html: "<p>Hello</p>", text: "Hello!" });
    const stack = testStack({ account });
    const own = new Sesv2EmailIdentity(stack, "Own", { emailIdentity: "example.org" });
    const notifications = {
      from: "a@example.org",
      identity: own,
      blocked: text("B"),
      mfa: text("M"),
      allowed: text("A"),
    };
    const accountTakeover = { low: { action: "none", notify: true }, notifications } as const;
    directory({ featureTier: "plus", threatProtection: { mode: "enforced", accountTakeover } }, stack);
    const aws = (subject: string) => ({ subject, html_body: "<p>Hello</p>", text_body: "Hello!" });
    expect(only(stack, "aws_cognito_risk_configuration").account_takeover_risk_configuration).toMatchObject({
      notify_configuration: {
        from: "a@example.org",
        source_arn: expect.stringMatching(/^\$\{aws_sesv2_email_identity\.Own\w*\.arn\}$/),
        block_email: aws("B"),
        mfa_email: aws("M"),
        no_action_email: aws("A"),
      },
    });
  });

  test("has addresses that are always blocked, and that are always allowed", () => {
    const blockedIpRanges = ["192.0.2.0/24", "2001:db8::/32"];
    const { stack } = directory({
      ...plus,
      threatProtection: { mode: "enforced", blockedIpRanges, trustedIpRanges: Token.asList("${var.office}") },
    });
    new TerraformVariable(stack, "office", { type: "list(string)" });
    expect(only(stack, "aws_cognito_risk_configuration").risk_exception_configuration).toEqual({
      blocked_ip_range_list: blockedIpRanges,
      skipped_ip_range_list: "${var.office}",
    });
  });
});

describe("threat protection is refused", () => {
  const takeover = (accountTakeover: object) => ({ accountTakeover });
  const notifying = { high: { action: "block", notify: true } };
  const text = { subject: "Hi", html: "<p>Hello</p>", text: "Hello!" };
  const written = (notifications: object) => takeover({ ...notifying, notifications });
  test.each<[object, string, string]>([
    [{ mode: "off" }, "literal-unknown", "mode"],
    [{ mode: undefined }, "prop-required", "mode"],
    [{ level: "high" }, "key-unknown", ""],
    [{ customAuth: "off" }, "literal-unknown", "customAuth"],
    [{ customAuth: "audit" }, "prop-needs", "customAuth"],
    [{ compromisedCredentials: "BLOCK" }, "literal-unknown", "compromisedCredentials"],
    [{ compromisedCredentials: {} }, "literal-unknown", "compromisedCredentials.action"],
    [
      { compromisedCredentials: { action: "block", events: ["login"] } },
      "literal-unknown",
      "compromisedCredentials.events[0]",
    ],
    [
      { compromisedCredentials: { action: "block", events: [] } },
      "prop-invalid",
      "compromisedCredentials.events",
    ],
    [takeover({}), "prop-required", "accountTakeover"],
    [takeover({ high: "deny" }), "literal-unknown", "accountTakeover.high"],
    [takeover({ high: { notify: true } }), "literal-unknown", "accountTakeover.high.action"],
    [
      takeover({ high: "block", notifications: { from: "a@b.c" } }),
      "prop-needs",
      "accountTakeover.notifications",
    ],
    [written({ from: "nobody" }), "prop-invalid", "accountTakeover.notifications.from"],
    [written({ identity: "arn" }), "prop-invalid", "accountTakeover.notifications.identity"],
    [written({ replyTo: "help" }), "prop-invalid", "accountTakeover.notifications.replyTo"],
    [
      written({ mfa: { ...text, html: undefined } }),
      "prop-required",
      "accountTakeover.notifications.mfa.html",
    ],
    [written({ mfa: { ...text, text: "short" } }), "prop-invalid", "accountTakeover.notifications.mfa.text"],
    [
      written({ mfa: { ...text, subject: "x".repeat(141) } }),
      "name-too-long",
      "accountTakeover.notifications.mfa.subject",
    ],
    [{ blockedIpRanges: ["192.0.2.0"] }, "prop-invalid", "blockedIpRanges[0]"],
    [{ blockedIpRanges: ["192.0.2.0/33"] }, "prop-invalid", "blockedIpRanges[0]"],
    [{ trustedIpRanges: ["2001:db8::/129"] }, "prop-invalid", "trustedIpRanges[0]"],
    [{ trustedIpRanges: Array(201).fill("192.0.2.0/24") }, "quota-exceeded", "trustedIpRanges"],
    [
      { blockedIpRanges: ["192.0.2.0/24"], trustedIpRanges: ["192.0.2.0/24"] },
      "prop-invalid",
      "trustedIpRanges",
    ],
  ])("with %j", (given, code, key) => {
    const prop = key === "" ? "threatProtection" : `threatProtection.${key}`;
    expect(failure(() => protect(given))).toMatchObject({ code, prop });
  });

  test.each<[UserbaseProps, string, string]>([
    [{ featureTier: "essentials" }, "userbase-tier", "threatProtection"],
    [{ featureTier: undefined }, "userbase-tier", "threatProtection"],
    [{ email: undefined }, "prop-needs", "threatProtection.accountTakeover.high.notify"],
    [{ cdk: { userPool: { userPoolAddOns: {} as never } } }, "props-exclude", "threatProtection"],
  ])("together with %j", (props, code, prop) => {
    expect(failure(() => protect(takeover(notifying), props))).toMatchObject({ code, prop });
  });

  test.each(["mfa_required", "mfa_if_configured"])("when %s has no second factor", (high) => {
    const error = failure(() => protect(takeover({ high }), { mfa: undefined }));
    expect(error).toMatchObject({
      code: "prop-needs",
      prop: `threatProtection.accountTakeover.high: "${high}"`,
    });
    const cdk = { userPool: { mfaConfiguration: "OPTIONAL" } };
    expect(() => protect(takeover({ high }), { mfa: undefined, cdk })).not.toThrow();
  });
});
