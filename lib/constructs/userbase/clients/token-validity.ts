import type { CognitoUserPoolClientConfig } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { Construct } from "constructs";
import { type Duration, isUnresolved, parseDuration } from "../../../kit/core";
import { fail } from "../errors";

/** How long the tokens of a client are valid. */
export interface UserbaseTokenValidityProps {
  /** 5 minutes to 1 day. @default "1 hour" */
  readonly accessTokenValidity?: Duration | undefined;
  /** 5 minutes to 1 day. @default "1 hour" */
  readonly idTokenValidity?: Duration | undefined;
  /** 1 hour to 3650 days; afterwards the user signs in again. @default "30 days" */
  readonly refreshTokenValidity?: Duration | undefined;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Limits of each validity, and the service's default. */
const tokens = {
  accessTokenValidity: {
    unit: "accessToken",
    min: 5 * minute,
    max: day,
    range: "5 minutes to 1 day",
    fallback: "hours",
    amount: 1,
  },
  idTokenValidity: {
    unit: "idToken",
    min: 5 * minute,
    max: day,
    range: "5 minutes to 1 day",
    fallback: "hours",
    amount: 1,
  },
  refreshTokenValidity: {
    unit: "refreshToken",
    min: hour,
    max: 3650 * day,
    range: "1 hour to 3650 days",
    fallback: "days",
    amount: 30,
  },
} as const satisfies Record<keyof UserbaseTokenValidityProps, object>;

type TokenKey = keyof typeof tokens;
const tokenKeys = Object.keys(tokens) as readonly TokenKey[];

/** Validities in seconds; a token that is left out has the service's default. */
export type TokenValidity = Readonly<Partial<Record<TokenKey, number>>>;

/**
 * Parses the validities and refuses those that the service does not accept.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
 */
export function parseTokenValidity(
  userbase: Construct,
  prop: string,
  given: UserbaseTokenValidityProps,
): TokenValidity {
  const parsed: Partial<Record<TokenKey, number>> = {};
  for (const key of tokenKeys) {
    const value = given[key];
    if (value === undefined) continue;
    parsed[key] = parseDuration(userbase, `${prop}.${key}`, value, tokens[key]);
  }
  const { accessTokenValidity: access = hour, idTokenValidity: id = hour, refreshTokenValidity } = parsed;
  if (refreshTokenValidity !== undefined && refreshTokenValidity < Math.max(access, id)) {
    const range = "the validity of the other tokens to 3650 days";
    fail(userbase, "out-of-range", `${prop}.refreshTokenValidity`, {
      value: given.refreshTokenValidity,
      range,
    });
  }
  return parsed;
}

/**
 * The validities with the units of all tokens.
 *
 * The provider fills in units that are left out, which would be a change in every plan.
 */
export function tokenValidityConfig(validity: TokenValidity): Partial<CognitoUserPoolClientConfig> {
  if (Object.keys(validity).length === 0) return {};
  const units: Record<string, string> = {};
  const amounts: Record<string, number> = {};
  for (const key of tokenKeys) {
    const { unit, fallback } = tokens[key];
    const seconds = validity[key];
    const largest = seconds === undefined ? undefined : largestUnit(seconds);
    units[unit] = largest?.name ?? fallback;
    if (largest !== undefined) amounts[key] = largest.amount;
  }
  return { ...amounts, tokenValidityUnits: [units] };
}

/** Refuses validities of an override that the service does not accept. They are numbers with separate units. */
export function checkOverriddenValidity(
  userbase: Construct,
  prop: string,
  given: Partial<CognitoUserPoolClientConfig>,
): void {
  for (const key of tokenKeys) {
    const amount = given[key];
    const { min, max, range } = tokens[key];
    const name = unitOf(key, given);
    const size = units.find(([, each]) => each === name)?.[0];
    if (typeof amount !== "number" || isUnresolved(amount) || size === undefined) continue;
    if (amount * size >= min && amount * size <= max) continue;
    fail(userbase, "out-of-range", `${prop}.${key}`, { value: `${amount} ${name}`, range });
  }
}

/** The default of each validity whose unit is that of the default. */
export function defaultValidity(
  config: Partial<CognitoUserPoolClientConfig>,
): Partial<Record<TokenKey, number>> {
  const usual = tokenKeys.filter((key) => unitOf(key, config) === tokens[key].fallback);
  return Object.fromEntries(usual.map((key) => [key, tokens[key].amount]));
}

/** The unit of a validity in a config, which the provider fills in; a reference if it is known only at deployment. */
function unitOf(key: TokenKey, { tokenValidityUnits: given }: Partial<CognitoUserPoolClientConfig>): unknown {
  if (given !== undefined && !Array.isArray(given)) return given;
  const named: Readonly<Record<string, unknown>> = Object(given?.[0]);
  return named[tokens[key].unit] ?? tokens[key].fallback;
}

const units = [
  [day, "days"],
  [hour, "hours"],
  [minute, "minutes"],
  [1, "seconds"],
] as const;

/** A duration in the largest unit in which it is a whole number. */
function largestUnit(seconds: number): { readonly amount: number; readonly name: string } {
  const [size, name] = units.find(([each]) => seconds % each === 0) ?? ([1, "seconds"] as const);
  return { amount: seconds / size, name };
}
