import type { CognitoUserPoolClientConfig } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { Construct } from "constructs";
import { parseDuration } from "../../../core/duration";
import { fail } from "../errors";
import type { UserbaseTokenValidityProps } from "../extras/props";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long each token may be valid, and how long it is without a word. */
const tokens = {
  accessTokenValidity: {
    unit: "accessToken",
    min: 5 * minute,
    max: day,
    range: "5 minutes to 1 day",
    fallback: "hours",
  },
  idTokenValidity: {
    unit: "idToken",
    min: 5 * minute,
    max: day,
    range: "5 minutes to 1 day",
    fallback: "hours",
  },
  refreshTokenValidity: {
    unit: "refreshToken",
    min: hour,
    max: 3650 * day,
    range: "1 hour to 3650 days",
    fallback: "days",
  },
} as const satisfies Record<keyof UserbaseTokenValidityProps, object>;

type TokenKey = keyof typeof tokens;
const tokenKeys = Object.keys(tokens) as readonly TokenKey[];

/**
 * Refuses validities that the service does not take.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
 */
export function checkTokenValidity(
  userbase: Construct,
  prop: string,
  given: UserbaseTokenValidityProps,
): void {
  for (const key of tokenKeys) {
    const value = given[key];
    if (value === undefined) continue;
    const { min, max, range } = tokens[key];
    const seconds = parseDuration(userbase, `${prop}.${key}`, value);
    if (seconds < min || seconds > max) fail(userbase, "out-of-range", `${prop}.${key}`, { value, range });
  }
  const [access, id, refresh] = tokenKeys.map((key) => {
    const value = given[key];
    return value === undefined ? undefined : parseDuration(userbase, `${prop}.${key}`, value);
  });
  if (refresh !== undefined && refresh < Math.max(access ?? hour, id ?? hour)) {
    const range = "what is at least the validity of the other tokens";
    fail(userbase, "out-of-range", `${prop}.refreshTokenValidity`, {
      value: given.refreshTokenValidity,
      range,
    });
  }
}

/** The validities, all units written out: the provider fills in the others, which would be a change in every plan. */
export function tokenValidityConfig(
  userbase: Construct,
  prop: string,
  given: UserbaseTokenValidityProps,
): Partial<CognitoUserPoolClientConfig> {
  const units: Record<string, string> = {};
  const validities: Record<string, number> = {};
  for (const key of tokenKeys) {
    const { unit, fallback } = tokens[key];
    const value = given[key];
    units[unit] = fallback;
    if (value === undefined) continue;
    const { amount, name } = largestUnit(parseDuration(userbase, `${prop}.${key}`, value));
    validities[key] = amount;
    units[unit] = name;
  }
  return Object.keys(validities).length === 0 ? {} : { ...validities, tokenValidityUnits: [units] };
}

/** A duration in the largest unit in which it is whole. */
function largestUnit(seconds: number): { readonly amount: number; readonly name: string } {
  const units = [
    [day, "days"],
    [hour, "hours"],
    [minute, "minutes"],
    [1, "seconds"],
  ] as const;
  const [size, name] = units.find(([each]) => seconds % each === 0) ?? ([1, "seconds"] as const);
  return { amount: seconds / size, name };
}
