import { block, number, text, type Values } from "../../model";

const secondsPer: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** The defaults of a client, and the unit of its numbers. */
const defaults = {
  access: { seconds: 3600, unit: "hours" },
  id: { seconds: 3600, unit: "hours" },
  refresh: { seconds: 30 * 86_400, unit: "days" },
} as const;

/**
 * How long the tokens of a client are valid.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserPoolClientType.html
 */
export function validitySeconds(client: Values, use: keyof typeof defaults): number {
  const validity = number(client, `${use}_token_validity`);
  if (validity === undefined || validity <= 0) return defaults[use].seconds;
  const unit = text(block(client, "token_validity_units") ?? {}, `${use}_token`) ?? defaults[use].unit;
  return validity * (secondsPer[unit] ?? secondsPer[defaults[use].unit] ?? 1);
}
