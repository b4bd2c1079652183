import { refusals } from "../../errors";
import { checkSecretHash } from "../../sign-in/client-secret";
import { signedUpSession } from "../../sign-in/signed-up";
import { checkAttributes, checkRequiredAttributes, toAttributes } from "../../state/attributes";
import { checkName } from "../../state/names";
import { checkPassword } from "../../state/password-rules";
import { setPassword } from "../../state/passwords";
import { verifiable } from "../../state/verifiable";
import { preSignUp } from "../../triggers/pre-sign-up";
import { postConfirmation } from "../../triggers/simple-triggers";
import { operation } from "../contract";
import { sendCode } from "../send-code";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html */
export const signUp = operation(
  {
    ClientId: "text!",
    Username: "text!",
    Password: "text",
    SecretHash: "text",
    UserAttributes: "attributes",
    ValidationData: "attributes",
    ClientMetadata: "textMap",
  },
  async (pools, input) => {
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
);
