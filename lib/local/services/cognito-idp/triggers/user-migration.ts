import { isValues, text } from "../../../../model";
import type { Pool } from "../pool";
import { checkRequiredAttributes } from "../state/attributes";
import { setPassword } from "../state/passwords";
import type { User } from "../state/user";
import { invalidAnswer, invokeTrigger } from "./invoke-trigger";

export interface Migrating {
  readonly source: "UserMigration_Authentication" | "UserMigration_ForgotPassword";
  readonly userName: string;
  readonly clientId: string;
  readonly password?: string | undefined;
  readonly validationData?: Readonly<Record<string, string>> | undefined;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

/**
 * Asks the app's function for a user that the pool does not have; undefined without such a function.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-migrate-user.html
 */
export async function migrateUser(pool: Pool, migrating: Migrating): Promise<User | undefined> {
  const { source, userName, clientId, password, validationData, clientMetadata } = migrating;
  const answer = await invokeTrigger(pool, "user_migration", {
    source,
    userName,
    clientId,
    request: {
      ...(password !== undefined && { password }),
      validationData: validationData ?? null,
      ...(clientMetadata !== undefined && { clientMetadata }),
      userAttributes: null,
    },
    response: {
      userAttributes: null,
      forceAliasCreation: null,
      finalUserStatus: null,
      messageAction: null,
      desiredDeliveryMediums: null,
      enableSMSMFA: null,
    },
  });
  if (answer === undefined) return undefined;
  if (!isValues(answer.userAttributes)) throw invalidAnswer();
  const { username: _, ...given } = Object.fromEntries(
    Object.entries(answer.userAttributes).map(([name, value]) => [name, String(value)]),
  );
  checkRequiredAttributes(pool.settings, given);
  const isConfirmed = text(answer, "finalUserStatus") === "CONFIRMED";
  const user = pool.users.add(
    {
      name: userName,
      attributes: given,
      status: source === "UserMigration_Authentication" && !isConfirmed ? "RESET_REQUIRED" : "CONFIRMED",
    },
    pool.clock.now(),
  );
  if (password !== undefined && isConfirmed) setPassword(pool.settings, user, password);
  if (answer.enableSMSMFA === true) user.mfa = { enabled: ["SMS_MFA"], preferred: "SMS_MFA" };
  return user;
}
