import {
  CognitoRiskConfiguration,
  type CognitoRiskConfigurationAccountTakeoverRiskConfiguration,
  type CognitoRiskConfigurationAccountTakeoverRiskConfigurationNotifyConfiguration,
  type CognitoRiskConfigurationConfig,
} from "@cdktf/provider-aws/lib/cognito-risk-configuration";
import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { awsLiteral } from "../aws-literal";
import { identityArn } from "../messages/email";
import type { UserbaseProps } from "../props";
import type {
  UserbaseAccountTakeoverProps,
  UserbaseCredentialsEvent,
  UserbaseRiskAction,
  UserbaseRiskEmail,
  UserbaseRiskResponse,
  UserbaseThreatProtectionProps,
} from "./props";

const awsModes = { off: "OFF", audit: "AUDIT", enforced: "ENFORCED" } as const;

export const awsRiskActions = {
  none: "NO_ACTION",
  mfa_if_configured: "MFA_IF_CONFIGURED",
  mfa_required: "MFA_REQUIRED",
  block: "BLOCK",
} as const satisfies Record<UserbaseRiskAction, string>;

export const awsEvents = {
  sign_in: "SIGN_IN",
  sign_up: "SIGN_UP",
  password_change: "PASSWORD_CHANGE",
} as const satisfies Record<UserbaseCredentialsEvent, string>;

export const riskLevels = ["low", "medium", "high"] as const;

/** The config of the pool for threat protection. */
export function threatProtectionConfig({
  threatProtection: given,
}: UserbaseProps): Pick<CognitoUserPoolConfig, "userPoolAddOns"> {
  if (given === undefined) return {};
  const { mode, customAuth } = typeof given === "object" ? given : { mode: given };
  return {
    userPoolAddOns: {
      advancedSecurityMode: awsLiteral(awsModes, mode),
      ...(customAuth !== undefined && {
        advancedSecurityAdditionalFlows: { customAuthMode: awsLiteral(awsModes, customAuth) },
      }),
    },
  };
}

/** An answer as an object. */
export function parseRiskResponse(
  given: UserbaseRiskAction | UserbaseRiskResponse = "none",
): Required<UserbaseRiskResponse> {
  const { action, notify = false } = typeof given === "object" ? given : { action: given };
  return { action, notify };
}

/** Creates the actions of threat protection, for all clients; nothing without actions. */
export function createRiskConfiguration(userbase: Construct, props: UserbaseProps, userPoolId: string): void {
  const { threatProtection: given } = props;
  if (typeof given !== "object") return;
  const config: Omit<CognitoRiskConfigurationConfig, "userPoolId"> = {
    ...credentialsConfig(given),
    ...(given.accountTakeover !== undefined && {
      accountTakeoverRiskConfiguration: takeoverConfig(given.accountTakeover, props),
    }),
    ...exceptionsConfig(given),
  };
  if (Object.keys(config).length === 0) return;
  new CognitoRiskConfiguration(userbase, "RiskConfiguration", { userPoolId, ...config });
}

function credentialsConfig({
  compromisedCredentials: given,
}: UserbaseThreatProtectionProps): Partial<CognitoRiskConfigurationConfig> {
  if (given === undefined) return {};
  const all = Object.keys(awsEvents) as readonly UserbaseCredentialsEvent[];
  const { action, events = all } = typeof given === "object" ? given : { action: given };
  return {
    compromisedCredentialsRiskConfiguration: {
      eventFilter: [...new Set(events.map((each) => awsLiteral(awsEvents, each)))].sort(),
      actions: { eventAction: awsLiteral(awsRiskActions, action) },
    },
  };
}

/** A level that is left out lets the sign-in in, as in the service. */
function takeoverConfig(
  given: UserbaseAccountTakeoverProps,
  props: UserbaseProps,
): CognitoRiskConfigurationAccountTakeoverRiskConfiguration {
  const [lowAction, mediumAction, highAction] = riskLevels.map((level) => {
    if (given[level] === undefined) return undefined;
    const { action, notify } = parseRiskResponse(given[level]);
    return { eventAction: awsLiteral(awsRiskActions, action), notify };
  });
  const notifies = riskLevels.some((level) => parseRiskResponse(given[level]).notify !== false);
  return {
    actions: { lowAction, mediumAction, highAction },
    ...(notifies && { notifyConfiguration: notifyConfig(given, props) }),
  };
}

function notifyConfig(
  { notifications = {} }: UserbaseAccountTakeoverProps,
  { email }: UserbaseProps,
): CognitoRiskConfigurationAccountTakeoverRiskConfigurationNotifyConfiguration {
  const { blocked, mfa, allowed } = notifications;
  const identity = notifications.identity ?? email?.identity ?? "";
  return {
    from: notifications.from ?? email?.from,
    replyTo: notifications.replyTo ?? email?.replyTo,
    sourceArn: identityArn(identity),
    blockEmail: emailConfig(blocked),
    mfaEmail: emailConfig(mfa),
    noActionEmail: emailConfig(allowed),
  };
}

function emailConfig(given: UserbaseRiskEmail | undefined) {
  return given && { subject: given.subject, htmlBody: given.html, textBody: given.text };
}

function exceptionsConfig({
  blockedIpRanges: blocked,
  trustedIpRanges: trusted,
}: UserbaseThreatProtectionProps): Partial<CognitoRiskConfigurationConfig> {
  if (blocked === undefined && trusted === undefined) return {};
  return {
    riskExceptionConfiguration: {
      ...(blocked !== undefined && { blockedIpRangeList: [...blocked] }),
      ...(trusted !== undefined && { skippedIpRangeList: [...trusted] }),
    },
  };
}
