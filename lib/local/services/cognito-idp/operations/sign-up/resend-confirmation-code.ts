import { refusals } from "../../errors";
import { simulatedDelivery } from "../../messages/simulated-delivery";
import { checkSecretHash } from "../../sign-in/client-secret";
import { verifiable } from "../../state/verifiable";
import { operation } from "../contract";
import { sendCode } from "../send-code";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ResendConfirmationCode.html */
export const resendConfirmationCode = operation(
  { ClientId: "text!", Username: "text!", SecretHash: "text", ClientMetadata: "textMap" },
  async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    checkSecretHash(client, input.Username, input.SecretHash);
    const user = pool.users.find(input.Username);
    if (user === undefined || (!user.isEnabled && client.hidesUsers)) {
      if (client.hidesUsers) return { CodeDeliveryDetails: simulatedDelivery(pool.settings, input.Username) };
      throw refusals.noUser();
    }
    if (user.status !== "UNCONFIRMED") throw refusals.invalid("User is already confirmed.");
    const attribute = verifiable(pool.settings, user);
    if (attribute === undefined) throw refusals.invalid("Auto verification not turned on.");
    const { ClientMetadata: clientMetadata } = input;
    const sending = { pool, user, attribute, clientId: client.id, clientMetadata };
    return {
      CodeDeliveryDetails: await sendCode({ ...sending, purpose: "sign-up", occasion: "ResendCode" }),
    };
  },
);
