import { randomInt } from "node:crypto";
import { ServiceError } from "../../../contract/define-service";
import { refusals } from "../../errors";
import { send } from "../../messages/send";
import type { Pool } from "../../pool";
import type { AddressAttribute, PasswordPolicy } from "../../settings/pool-settings";
import { checkAttributes, toAttributes } from "../../state/attributes";
import { checkName } from "../../state/names";
import { setPassword } from "../../state/passwords";
import type { User } from "../../state/user";
import { preSignUp } from "../../triggers/pre-sign-up";
import { userAnswer } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html */
export const adminCreateUser = operation(
  {
    UserPoolId: "text!",
    Username: "text!",
    UserAttributes: "attributes",
    ValidationData: "attributes",
    TemporaryPassword: "text",
    ForceAliasCreation: "flag",
    MessageAction: "text",
    DesiredDeliveryMediums: "texts",
    ClientMetadata: "textMap",
  },
  async (pools, input) => {
    const pool = pools.requirePool(input.UserPoolId);
    const { settings, users, clock } = pool;
    const { Username: name, MessageAction: action, ClientMetadata: clientMetadata } = input;
    const mediums = input.DesiredDeliveryMediums ?? ["SMS"];
    if (action === "RESEND") {
      const user = users.find(name);
      if (user === undefined) throw refusals.noUser();
      if (user.status !== "FORCE_CHANGE_PASSWORD")
        throw new ServiceError(
          "UnsupportedUserStateException",
          `Resend not possible. ${user.status} User is not in FORCE_CHANGE_PASSWORD state`,
        );
      await invite(pool, user, { password: input.TemporaryPassword, mediums, clientMetadata, isSent: true });
      return { User: userAnswer(user) };
    }
    checkName(settings, name);
    const attributes = toAttributes(input.UserAttributes);
    checkAttributes(attributes, { settings, client: undefined, isNew: true });
    for (const alias of ["email", "phone_number"]) {
      const other =
        attributes[`${alias}_verified`] === "true" ? users.holderOf(alias, attributes[alias]) : undefined;
      if (other === undefined || settings.usernameAttributes.includes(alias)) continue;
      if (input.ForceAliasCreation !== true) throw refusals.aliasExists(alias);
      other.attributes[`${alias}_verified`] = "false";
    }
    users.checkFree(name, attributes);
    await preSignUp(pool, {
      source: "PreSignUp_AdminCreateUser",
      userName: name,
      clientId: undefined,
      attributes,
      validationData: toAttributes(input.ValidationData),
      clientMetadata,
    });
    const user = users.add({ name, attributes, status: "FORCE_CHANGE_PASSWORD" }, clock.now());
    try {
      await invite(pool, user, {
        password: input.TemporaryPassword,
        mediums,
        clientMetadata,
        isSent: action !== "SUPPRESS",
      });
    } catch (error) {
      users.remove(user);
      throw error;
    }
    return { User: userAnswer(user) };
  },
);

interface Invitation {
  readonly password: string | undefined;
  readonly mediums: readonly string[];
  readonly clientMetadata: Readonly<Record<string, string>> | undefined;
  readonly isSent: boolean;
}

const dayMs = 86_400_000;

/** Gives a user a temporary password, and sends it. */
async function invite(
  pool: Pool,
  user: User,
  { password, mediums, clientMetadata, isSent }: Invitation,
): Promise<void> {
  const { settings, clock } = pool;
  const temporary = password ?? createPassword(settings.passwordPolicy);
  setPassword(settings, user, temporary);
  user.temporaryUntil = clock.now() + settings.passwordPolicy.temporaryDays * dayMs;
  if (!isSent) return;
  const wanted: readonly AddressAttribute[] = [
    ...(mediums.includes("SMS") ? (["phone_number"] as const) : []),
    ...(mediums.includes("EMAIL") ? (["email"] as const) : []),
  ];
  for (const attribute of wanted) {
    if (user.attributes[attribute] === undefined) continue;
    await send({ pool, user, occasion: "AdminCreateUser", attribute, code: temporary, clientMetadata });
  }
}

/** A password with each kind of character. */
function createPassword({ minimumLength }: PasswordPolicy): string {
  const kinds = ["abcdefghjkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "!?#$%*+-_"];
  const pick = (kind: string): string => kind[randomInt(kind.length)] ?? "";
  const length = Math.max(8, minimumLength);
  return Array.from({ length }, (_, index) => pick(kinds[index % kinds.length] ?? "")).join("");
}
