import { refusals } from "../../errors";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DeleteWebAuthnCredential.html */
export const deleteWebAuthnCredential = operation(
  { AccessToken: "text!", CredentialId: "text!" },
  async (pools, { AccessToken, CredentialId }) => {
    const { user } = await pools.holderOf(AccessToken);
    if (!user.passkeys.some(({ id }) => id === CredentialId))
      throw refusals.noResource("Credential does not exist.");
    user.passkeys = user.passkeys.filter(({ id }) => id !== CredentialId);
    return {};
  },
);
