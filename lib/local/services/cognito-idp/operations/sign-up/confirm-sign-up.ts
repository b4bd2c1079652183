import { refusals } from "../../errors";
import { checkSecretHash } from "../../sign-in/client-secret";
import { findSignedUp, signedUpSession } from "../../sign-in/signed-up";
import { takeCode } from "../../state/pending-codes";
import { postConfirmation } from "../../triggers/simple-triggers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmSignUp.html */
export const confirmSignUp = operation(
  {
    ClientId: "text!",
    Username: "text!",
    ConfirmationCode: "text!",
    SecretHash: "text",
    ForceAliasCreation: "flag",
    ClientMetadata: "textMap",
    Session: "text",
  },
  async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    const { users, clock } = pool;
    checkSecretHash(client, input.Username, input.SecretHash);
    const user = users.find(input.Username);
    if (client.hidesUsers && user?.isEnabled !== true) throw refusals.expiredCode();
    if (user === undefined) throw refusals.noUser();
    if (user.status !== "UNCONFIRMED")
      throw refusals.notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    const { attribute } = takeCode(user, "sign-up", input.ConfirmationCode, clock.now());
    const other = users.holderOf(attribute, user.attributes[attribute]);
    if (other !== undefined && other !== user) {
      if (input.ForceAliasCreation !== true) throw refusals.aliasExists(attribute);
      other.attributes[`${attribute}_verified`] = "false";
    }
    user.attributes[`${attribute}_verified`] = "true";
    user.status = "CONFIRMED";
    user.modifiedAt = clock.now();
    await postConfirmation(pool, user, "PostConfirmation_ConfirmSignUp", {
      clientId: client.id,
      clientMetadata: input.ClientMetadata,
    });
    const isKnown = input.Session !== undefined && findSignedUp(pool, input.Session, user) !== undefined;
    return isKnown ? { Session: signedUpSession(pool, user) } : {};
  },
);
