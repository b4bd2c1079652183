import { refusals } from "../../errors";
import { checkSecretHash } from "../../sign-in/client-secret";
import { checkPassword } from "../../state/password-rules";
import { clearFailures, setPassword } from "../../state/passwords";
import { takeCode } from "../../state/pending-codes";
import { postConfirmation } from "../../triggers/simple-triggers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmForgotPassword.html */
export const confirmForgotPassword = operation(
  {
    ClientId: "text!",
    Username: "text!",
    ConfirmationCode: "text!",
    Password: "text!",
    SecretHash: "text",
    ClientMetadata: "textMap",
  },
  async (
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
);
