import type { Construct } from "constructs";
import { attempt, together } from "../../../facts/errors/problems";
import {
  checkKeys,
  checkKind,
  checkLimit,
  checkLiteral,
  checkLiterals,
  isAddressRange,
  isPlainObject,
  isUnresolved,
  knownItems,
  parseItems,
  propKeys,
  refuseValue,
  requireProp,
  riskLimits,
  within,
} from "../../../kit/core";
import { fail } from "../errors";
import { checkSender } from "../messages/email";
import type { UserbaseProps, UserbaseUserPoolOverride } from "../props";
import { givenTriggers, triggerKinds } from "../triggers/kinds";
import type {
  UserbaseAccountTakeoverProps,
  UserbaseCompromisedCredentialsProps,
  UserbaseRiskEmail,
  UserbaseRiskNotificationsProps,
  UserbaseRiskResponse,
  UserbaseThreatProtectionProps,
} from "./props";
import { awsEvents, awsRiskActions, parseRiskResponse, riskLevels } from "./risk-configuration";

const protectionKeys = propKeys<UserbaseThreatProtectionProps>()({
  mode: ["audit", "enforced"],
  customAuth: ["audit", "enforced"],
  compromisedCredentials: true,
  accountTakeover: "map",
  blockedIpRanges: "texts",
  trustedIpRanges: "texts",
});
const credentialsKeys = propKeys<UserbaseCompromisedCredentialsProps>()({ action: true, events: "texts" });
const takeoverKeys = propKeys<UserbaseAccountTakeoverProps>()({
  low: true,
  medium: true,
  high: true,
  notifications: "map",
});
const responseKeys = propKeys<UserbaseRiskResponse>()({ action: true, notify: "boolean" });
const notificationKeys = propKeys<UserbaseRiskNotificationsProps>()({
  from: "text",
  identity: true,
  replyTo: "text",
  blocked: "map",
  mfa: "map",
  allowed: "map",
});
const emailKeys = propKeys<UserbaseRiskEmail>()({
  subject: within(riskLimits.subject),
  html: within(riskLimits.html),
  text: within(riskLimits.text),
});
const modes = ["off", "audit", "enforced"];

/**
 * Refuses threat protection that the plan does not include, and actions that the service does not accept.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-threat-protection.html
 */
export function checkThreatProtection(
  userbase: Construct,
  props: UserbaseProps,
  override: UserbaseUserPoolOverride,
): void {
  const { featureTier, threatProtection: given } = props;
  if (given === undefined) return;
  const prop = "threatProtection";
  if (override.userPoolAddOns !== undefined) {
    fail(userbase, "props-exclude", prop, { other: "cdk.userPool.userPoolAddOns" });
  }
  if (!isPlainObject(given)) checkLiteral(userbase, prop, given, modes);
  else attempt(() => checkActions(userbase, given as UserbaseThreatProtectionProps, props, override));
  // Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-sign-in-feature-plans.html
  if (given !== "off" && featureTier !== "plus") {
    fail(userbase, "userbase-tier", prop, { tier: featureTier, needed: ["plus"] });
  }
}

function checkActions(
  userbase: Construct,
  given: UserbaseThreatProtectionProps,
  props: UserbaseProps,
  override: UserbaseUserPoolOverride,
): void {
  const prop = "threatProtection";
  checkKeys(userbase, prop, given, protectionKeys);
  const { mode, customAuth, compromisedCredentials, accountTakeover } = given;
  requireProp(userbase, `${prop}.mode`, mode, 'Write mode: "audit" or mode: "enforced".');
  if (customAuth !== undefined) {
    const hasChallenge = givenTriggers(props).some((key) => triggerKinds[key].isChallenge === true);
    if (!hasChallenge) {
      fail(userbase, "prop-needs", `${prop}.customAuth`, { needs: "triggers.defineAuthChallenge" });
    }
  }
  together(
    () => compromisedCredentials !== undefined && checkCredentials(userbase, compromisedCredentials),
    () => accountTakeover !== undefined && checkTakeover(userbase, accountTakeover, props, override),
    () => checkRanges(userbase, given),
  );
}

function checkCredentials(
  userbase: Construct,
  given: NonNullable<UserbaseThreatProtectionProps["compromisedCredentials"]>,
): void {
  const prop = "threatProtection.compromisedCredentials";
  const actions = ["block", "none"];
  if (!isPlainObject(given)) {
    checkLiteral(userbase, prop, given, actions);
    return;
  }
  checkKeys(userbase, prop, given, credentialsKeys);
  checkLiteral(userbase, `${prop}.action`, given.action, actions);
  const { events } = given as UserbaseCompromisedCredentialsProps;
  if (events === undefined) return;
  const list = parseItems(userbase, `${prop}.events`, events);
  if (list.length === 0) {
    const expected = "at least one event, or leave the key out for all";
    refuseValue(userbase, `${prop}.events`, events, expected);
  }
  checkLiterals(userbase, `${prop}.events`, list, Object.keys(awsEvents));
}

function checkTakeover(
  userbase: Construct,
  given: UserbaseAccountTakeoverProps,
  props: UserbaseProps,
  override: UserbaseUserPoolOverride,
): void {
  const prop = "threatProtection.accountTakeover";
  checkKeys(userbase, prop, given, takeoverKeys);
  const levels = riskLevels.filter((level) => given[level] !== undefined);
  if (levels.length === 0) {
    fail(userbase, "prop-required", prop, {
      remedy: 'Write what happens, at least for one level: high: "block".',
    });
  }
  for (const level of levels) checkResponse(userbase, `${prop}.${level}`, given[level], props, override);
  const { notifications } = given;
  if (notifications !== undefined) checkNotifications(userbase, `${prop}.notifications`, notifications);
  const notifying = levels.find((level) => parseRiskResponse(given[level]).notify !== false);
  if (notifying === undefined) {
    if (notifications === undefined) return;
    const needs = "notify: true at low, medium or high";
    fail(userbase, "prop-needs", `${prop}.notifications`, { needs });
  }
  if (notifications?.identity !== undefined || props.email !== undefined) return;
  fail(userbase, "prop-needs", `${prop}.${notifying}.notify`, {
    needs: "email, or notifications.identity beside it",
  });
}

function checkResponse(
  userbase: Construct,
  prop: string,
  given: unknown,
  { mfa = "off" }: UserbaseProps,
  { mfaConfiguration }: UserbaseUserPoolOverride,
): void {
  const actions = Object.keys(awsRiskActions);
  if (isPlainObject(given)) {
    checkKeys(userbase, prop, given, responseKeys);
    checkLiteral(userbase, `${prop}.action`, given.action, actions);
  } else checkLiteral(userbase, prop, given, actions);
  const { action } = parseRiskResponse(given as UserbaseRiskResponse);
  const needsMfa = action === "mfa_required" || action === "mfa_if_configured";
  const hasMfa = mfaConfiguration === undefined ? mfa !== "off" : mfaConfiguration !== "OFF";
  if (needsMfa && !hasMfa) {
    fail(userbase, "prop-needs", `${prop}: ${JSON.stringify(action)}`, { needs: "mfa" });
  }
}

function checkNotifications(userbase: Construct, prop: string, given: UserbaseRiskNotificationsProps): void {
  checkKeys(userbase, prop, given, notificationKeys);
  checkSender(userbase, prop, given);
  for (const key of ["blocked", "mfa", "allowed"] as const) {
    const email = given[key];
    if (email === undefined) continue;
    const at = `${prop}.${key}`;
    checkKeys(userbase, at, email, emailKeys);
    for (const part of ["subject", "html", "text"] as const) {
      if (email[part] !== undefined) continue;
      const remedy = 'Write { subject: "...", html: "...", text: "..." }.';
      fail(userbase, "prop-required", `${at}.${part}`, { remedy });
    }
  }
}

function checkRanges(userbase: Construct, given: UserbaseThreatProtectionProps): void {
  const known = { blockedIpRanges: [] as readonly string[], trustedIpRanges: [] as readonly string[] };
  for (const key of ["blockedIpRanges", "trustedIpRanges"] as const) {
    const prop = `threatProtection.${key}`;
    const ranges = given[key];
    if (ranges === undefined) continue;
    checkKind(userbase, prop, ranges, "texts");
    known[key] = knownItems(parseItems(userbase, prop, ranges));
    checkLimit(userbase, prop, known[key], riskLimits.ranges);
    known[key].forEach((value, index) => {
      if (isUnresolved(value) || (value.includes("/") && isAddressRange(value))) return;
      const expected = 'a range of addresses, such as "192.0.2.0/24", "192.0.2.7/32" or "2001:db8::/32"';
      refuseValue(userbase, `${prop}[${index}]`, value, expected);
    });
  }
  const twice = known.blockedIpRanges.find((each) => known.trustedIpRanges.includes(each));
  if (twice === undefined || isUnresolved(twice)) return;
  const expected = "a range that is not in blockedIpRanges too";
  refuseValue(userbase, "threatProtection.trustedIpRanges", twice, expected);
}
