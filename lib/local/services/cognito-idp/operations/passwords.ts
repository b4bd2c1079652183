import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import { sendCode, simulatedDelivery } from "../messages/send";
import { checkSecretHash } from "../secrets/codes";
import type { AddressAttribute, PoolSettings } from "../settings/pool-settings";
import {
  checkNotLocked,
  checkPassword,
  clearFailures,
  isPassword,
  noteFailure,
  setPassword,
} from "../state/passwords";
import { takeCode } from "../state/pending-codes";
import type { User } from "../state/user";
import { postConfirmation } from "../triggers/simple-triggers";
import { migrateUser } from "../triggers/user-migration";
import type { Operations } from "./contract";

/** Changing, resetting and recovering passwords. */
export const passwordOperations = {
  ChangePassword: async (pools, { PreviousPassword, ProposedPassword, AccessToken }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const now = pool.clock.now();
    checkNotLocked(user, now);
    // A user who signed up without a password sets the first one.
    if (user.password !== undefined && !isPassword(pool.settings, user, PreviousPassword ?? "")) {
      noteFailure(user, now);
      throw refusals.wrongPassword();
    }
    setPassword(pool.settings, user, ProposedPassword);
    user.modifiedAt = now;
    return {};
  },
  /**
   * A client that hides users gets the same answer for users who do not exist, are disabled or have no address.
   *
   * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-managing-errors.html
   */
  ForgotPassword: async (pools, { ClientId, Username, SecretHash, ClientMetadata: clientMetadata }) => {
    const { pool, client } = pools.requireClient(ClientId);
    checkSecretHash(client, Username, SecretHash);
    const asked = { userName: Username, clientId: client.id, clientMetadata } as const;
    const user =
      pool.users.find(Username) ??
      (await migrateUser(pool, { source: "UserMigration_ForgotPassword", ...asked }));
    const found = recoverable(pool.settings, user);
    if ("refusal" in found) {
      if (!client.hidesUsers) throw found.refusal;
      // A second request must not reveal it by another error, either.
      pool.simulated.add(Username, pool.clock.now());
      return { CodeDeliveryDetails: simulatedDelivery(pool.settings, Username) };
    }
    const { attribute, user: recovered } = found;
    const purpose = "forgot-password";
    const sending = {
      pool,
      user: recovered,
      purpose,
      occasion: "ForgotPassword",
      attribute,
      clientId: client.id,
      clientMetadata,
    } as const;
    return { CodeDeliveryDetails: await sendCode(sending) };
  },
  ConfirmForgotPassword: async (
    pools,
    { ClientId, Username, ConfirmationCode, Password, SecretHash, ClientMetadata: clientMetadata },
  ) => {
    const { pool, client } = pools.requireClient(ClientId);
    const { settings, users, clock } = pool;
    checkSecretHash(client, Username, SecretHash);
    checkPassword(settings.passwordPolicy, Password);
    const user = users.find(Username);
    const isHidden = client.hidesUsers && (user === undefined || user.codes["forgot-password"] === undefined);
    if (isHidden && pool.simulated.isAsked(Username, clock.now())) throw refusals.wrongCode();
    if (user === undefined) throw client.hidesUsers ? refusals.expiredCode() : refusals.noUser();
    const pending = user.codes["forgot-password"];
    const { attribute } = takeCode(user, "forgot-password", ConfirmationCode, clock.now());
    try {
      setPassword(settings, user, Password);
    } catch (error) {
      // A password that may not be used again does not use up the code.
      if (pending !== undefined) user.codes["forgot-password"] = pending;
      throw error;
    }
    user.attributes[`${attribute}_verified`] = "true";
    user.status = "CONFIRMED";
    user.modifiedAt = clock.now();
    clearFailures(user);
    await postConfirmation(pool, user, "PostConfirmation_ConfirmForgotPassword", {
      clientId: client.id,
      clientMetadata,
    });
    return {};
  },
  AdminResetUserPassword: async (pools, { UserPoolId, Username, ClientMetadata: clientMetadata }) => {
    const pool = pools.requirePool(UserPoolId);
    const user = pool.users.require(Username);
    if (user.status !== "CONFIRMED" && user.status !== "RESET_REQUIRED")
      throw refusals.notAuthorized("User password cannot be reset in the current state.");
    const attribute = recoveryAddress(pool.settings, user);
    user.status = "RESET_REQUIRED";
    user.modifiedAt = pool.clock.now();
    await sendCode({
      pool,
      user,
      purpose: "forgot-password",
      occasion: "ForgotPassword",
      attribute,
      clientMetadata,
    });
    return {};
  },
  AdminSetUserPassword: (pools, { UserPoolId, Username, Password, Permanent = false }) => {
    const { settings, users, clock } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    setPassword(settings, user, Password);
    user.status = Permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD";
    if (!Permanent) user.temporaryUntil = clock.now() + settings.passwordPolicy.temporaryDays * dayMs;
    user.modifiedAt = clock.now();
    clearFailures(user);
    return {};
  },
} satisfies Operations;

type Recoverable =
  | { readonly user: User; readonly attribute: AddressAttribute }
  | { readonly refusal: ServiceError };

/** The user and where the code goes, or why there is none. */
function recoverable(settings: PoolSettings, user: User | undefined): Recoverable {
  if (user === undefined) return { refusal: refusals.noUser() };
  if (!user.isEnabled) return { refusal: refusals.disabled() };
  if (user.status !== "CONFIRMED" && user.status !== "RESET_REQUIRED" && user.status !== "UNCONFIRMED")
    return { refusal: refusals.notAuthorized("User password cannot be reset in the current state.") };
  try {
    return { user, attribute: recoveryAddress(settings, user) };
  } catch (error) {
    if (error instanceof ServiceError) return { refusal: error };
    throw error;
  }
}

const dayMs = 86_400_000;

/** Where the code for a forgotten password goes: the best verified address that the pool allows. */
function recoveryAddress({ recovery }: PoolSettings, { attributes }: User): AddressAttribute {
  const found = recovery.find((each) => attributes[`${each}_verified`] === "true");
  if (found !== undefined) return found;
  if (recovery.length === 0) throw refusals.notAuthorized("Contact administrator to reset password.");
  throw refusals.invalid(
    "Cannot reset password for the user as there is no registered/verified email or phone_number",
  );
}
