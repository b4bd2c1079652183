import type { Construct } from "constructs";
import { checkObject, type Duration, parseDuration, propKeys } from "../../../kit/core";
import { fail } from "../errors";
import { checkNotLite } from "../feature-tier";
import type { UserbaseProps } from "../props";
import type { ClientConfig, ClientPlace } from "./client";

/** The rotation of refresh tokens. */
export interface UserbaseRefreshTokenRotationProps {
  /** How long the old token stays valid, 0 to 60 seconds. @default "0 seconds" */
  readonly retryGracePeriod?: Duration | undefined;
}

/** The time limit of a sign-in, and the settings of refresh tokens. */
interface SessionProps {
  readonly sessionValidity?: Duration | undefined;
  readonly refreshTokenRotation?: boolean | UserbaseRefreshTokenRotationProps | undefined;
}

const rotationKeys = propKeys<UserbaseRefreshTokenRotationProps>()({ retryGracePeriod: true });
export const refreshFlow = "ALLOW_REFRESH_TOKEN_AUTH";

/**
 * Refuses sessions and rotations that the service does not accept.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
 */
export function checkSession(
  userbase: Construct,
  { prop, override, overrideProp }: ClientPlace,
  { sessionValidity, refreshTokenRotation: rotation }: SessionProps,
  props: UserbaseProps,
): void {
  if (sessionValidity !== undefined) {
    const at = `${prop}.sessionValidity`;
    if (override.authSessionValidity !== undefined) {
      fail(userbase, "props-exclude", at, { other: `${overrideProp}.authSessionValidity` });
    }
    const within = { min: 180, max: 900, step: 60, range: "3 to 15 whole minutes" };
    parseDuration(userbase, at, sessionValidity, within);
  }
  const at = `${prop}.refreshTokenRotation`;
  if (rotation === undefined) return;
  if (override.refreshTokenRotation !== undefined) {
    fail(userbase, "props-exclude", at, { other: `${overrideProp}.refreshTokenRotation` });
  }
  if (typeof rotation !== "boolean") {
    checkObject(userbase, at, rotation, rotationKeys, 'true, false or { retryGracePeriod: "30 seconds" }');
    const value = (rotation as UserbaseRefreshTokenRotationProps).retryGracePeriod ?? "0 seconds";
    parseDuration(userbase, `${at}.retryGracePeriod`, value, { max: 60, range: "0 to 60 seconds" });
  }
  if (rotation === false) return;
  checkNotLite(userbase, at, props);
  const flows: unknown = override.explicitAuthFlows;
  if (!Array.isArray(flows) || !flows.includes(refreshFlow)) return;
  fail(userbase, "userbase-rotation-flow", `${overrideProp}.explicitAuthFlows`, {});
}

/** The config of a client for its sessions; with rotation, refresh tokens are not exchanged by the flow for it. */
export function sessionConfig(
  { sessionValidity, refreshTokenRotation }: SessionProps,
  authFlows: readonly string[],
): Pick<ClientConfig, "explicitAuthFlows" | "authSessionValidity" | "refreshTokenRotation"> {
  const rotates = refreshTokenRotation !== undefined && refreshTokenRotation !== false;
  return {
    explicitAuthFlows: authFlows.filter((flow) => !rotates || flow !== refreshFlow),
    ...(sessionValidity !== undefined && {
      authSessionValidity: parseDuration("", "sessionValidity", sessionValidity) / 60,
    }),
    ...(refreshTokenRotation !== undefined && {
      refreshTokenRotation: [rotationConfig(refreshTokenRotation)],
    }),
  };
}

function rotationConfig(given: boolean | UserbaseRefreshTokenRotationProps) {
  if (given === false) return { feature: "DISABLED" };
  const { retryGracePeriod = "0 seconds" } = given === true ? {} : given;
  return {
    feature: "ENABLED",
    retryGracePeriodSeconds: parseDuration("", "retryGracePeriod", retryGracePeriod),
  };
}
