import { refusals } from "../errors";
import { sendCode, simulatedDelivery } from "../messages/send";
import { checkSecretHash } from "../secrets/codes";
import type { AddressAttribute, PoolSettings } from "../settings/pool-settings";
import { findSignedUp, signedUpSession } from "../sign-in/initiate";
import { checkAttributes, checkRequiredAttributes, toAttributes } from "../state/attributes";
import { checkPassword, setPassword } from "../state/passwords";
import { takeCode } from "../state/pending-codes";
import type { User } from "../state/user";
import { checkName } from "../state/users";
import { postConfirmation, preSignUp } from "../triggers/simple-triggers";
import type { Operations } from "./contract";

/** Signing up, and confirming it with a code. */
export const signUpOperations = {
  SignUp: async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    const { settings, users, clock } = pool;
    const { Username: name, Password: password, ClientMetadata: clientMetadata } = input;
    checkSecretHash(client, name, input.SecretHash);
    if (settings.isAdminOnly) throw refusals.notAuthorized("SignUp is not permitted for this user pool");
    checkName(settings, name);
    const given = toAttributes(input.UserAttributes);
    const address = users.addressIn(name);
    const attributes = { ...given, ...(address !== undefined && { [address]: name }) };
    checkAttributes(given, { settings, client, isNew: true });
    checkRequiredAttributes(settings, attributes);
    // A user who signs in with codes or passkeys needs no password.
    const needsPassword = settings.firstFactors.every((factor) => factor === "PASSWORD");
    if (password !== undefined) checkPassword(settings.passwordPolicy, password);
    else if (needsPassword) throw refusals.invalid("Password is required");
    users.checkFree(name, given);
    const decision = await preSignUp(pool, {
      source: "PreSignUp_SignUp",
      userName: name,
      clientId: client.id,
      attributes,
      validationData: toAttributes(input.ValidationData),
      clientMetadata,
    });
    for (const attribute of Object.keys(decision.verified)) {
      const alias = attribute.replace(/_verified$/, "");
      users.checkAlias(alias, attributes[alias] ?? "", undefined);
    }
    const status = decision.isConfirmed ? "CONFIRMED" : "UNCONFIRMED";
    const user = users.add({ name, attributes: { ...given, ...decision.verified }, status }, clock.now());
    if (password !== undefined) setPassword(settings, user, password);
    const answer = { UserConfirmed: decision.isConfirmed, UserSub: user.sub };
    if (decision.isConfirmed) {
      await postConfirmation(pool, user, "PostConfirmation_ConfirmSignUp", {
        clientId: client.id,
        clientMetadata,
      });
      return answer;
    }
    const attribute = verifiable(settings, user);
    const delivery =
      attribute &&
      (await sendCode({
        pool,
        user,
        purpose: "sign-up",
        occasion: "SignUp",
        attribute,
        clientId: client.id,
        clientMetadata,
      }));
    return {
      ...answer,
      ...(delivery !== undefined && { CodeDeliveryDetails: delivery }),
      Session: signedUpSession(pool, user),
    };
  },
  ConfirmSignUp: async (pools, input) => {
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
  ResendConfirmationCode: async (pools, input) => {
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
} satisfies Operations;

/** The address of a new user that the pool verifies; a phone number comes first. Undefined without any. */
export function verifiable(
  { autoVerified }: PoolSettings,
  { attributes }: User,
): AddressAttribute | undefined {
  return (["phone_number", "email"] as const).find(
    (each) =>
      autoVerified.includes(each) &&
      attributes[each] !== undefined &&
      attributes[`${each}_verified`] !== "true",
  );
}
