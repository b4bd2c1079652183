import { ServiceError } from "../../../contract/define-service";
import { refusals } from "../../errors";
import { simulatedDelivery } from "../../messages/simulated-delivery";
import type { AddressAttribute, PoolSettings } from "../../settings/pool-settings";
import { checkSecretHash } from "../../sign-in/client-secret";
import type { User } from "../../state/user";
import { migrateUser } from "../../triggers/user-migration";
import { operation } from "../contract";
import { recoveryAddress } from "../recovery-address";
import { sendCode } from "../send-code";

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

/**
 * A client that hides users gets the same answer for users who do not exist, are disabled or have no address.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-managing-errors.html
 */
export const forgotPassword = operation(
  { ClientId: "text!", Username: "text!", SecretHash: "text", ClientMetadata: "textMap" },
  async (pools, { ClientId, Username, SecretHash, ClientMetadata: clientMetadata }) => {
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
);
