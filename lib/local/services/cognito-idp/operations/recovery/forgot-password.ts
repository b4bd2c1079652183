import { refusals } from "../../errors";
import { simulatedDelivery } from "../../messages/simulated-delivery";
import { checkSecretHash } from "../../sign-in/client-secret";
import { migrateUser } from "../../triggers/user-migration";
import { operation } from "../contract";
import { recoveryAddress } from "../recovery-address";
import { sendCode } from "../send-code";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ForgotPassword.html */
export const forgotPassword = operation(
  { ClientId: "text!", Username: "text!", SecretHash: "text", ClientMetadata: "textMap" },
  async (pools, { ClientId, Username, SecretHash, ClientMetadata: clientMetadata }) => {
    const { pool, client } = pools.requireClient(ClientId);
    checkSecretHash(client, Username, SecretHash);
    const asked = { userName: Username, clientId: client.id, clientMetadata } as const;
    const user =
      pool.users.find(Username) ??
      (await migrateUser(pool, { source: "UserMigration_ForgotPassword", ...asked }));
    if (user === undefined) {
      if (client.hidesUsers) return { CodeDeliveryDetails: simulatedDelivery(pool.settings) };
      throw refusals.noUser();
    }
    if (!user.isEnabled) throw refusals.disabled();
    if (user.status !== "CONFIRMED" && user.status !== "RESET_REQUIRED" && user.status !== "UNCONFIRMED")
      throw refusals.notAuthorized("User password cannot be reset in the current state.");
    const attribute = recoveryAddress(pool.settings, user);
    const purpose = "forgot-password";
    const sending = {
      pool,
      user,
      purpose,
      occasion: "ForgotPassword",
      attribute,
      clientId: client.id,
      clientMetadata,
    } as const;
    return { CodeDeliveryDetails: await sendCode(sending) };
  },
);
