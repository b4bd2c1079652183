import { refusals } from "../errors";
import { beginPasskey, keepPasskey } from "../state/passkey-registration";
import { seconds } from "./answers";
import type { Operations } from "./contract";
import { pageOf } from "./pages";

/** Passkeys of users. */
export const passkeyOperations = {
  StartWebAuthnRegistration: async (pools, { AccessToken }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    return { CredentialCreationOptions: beginPasskey(pool, user) };
  },
  CompleteWebAuthnRegistration: async (pools, { AccessToken, Credential }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    keepPasskey(pool, user, Credential);
    return {};
  },
  ListWebAuthnCredentials: async (pools, { AccessToken, NextToken, MaxResults }) => {
    const { user } = await pools.holderOf(AccessToken);
    const { items, next } = pageOf(user.passkeys, NextToken, MaxResults, 20);
    return {
      Credentials: items.map((each) => ({
        CredentialId: each.id,
        FriendlyCredentialName: each.name,
        RelyingPartyId: each.relyingPartyId,
        ...(each.attachment !== undefined && { AuthenticatorAttachment: each.attachment }),
        AuthenticatorTransports: each.transports,
        CreatedAt: seconds(each.createdAt),
      })),
      ...(next !== undefined && { NextToken: next }),
    };
  },
  DeleteWebAuthnCredential: async (pools, { AccessToken, CredentialId }) => {
    const { user } = await pools.holderOf(AccessToken);
    if (!user.passkeys.some(({ id }) => id === CredentialId))
      throw refusals.noResource("Credential does not exist.");
    user.passkeys = user.passkeys.filter(({ id }) => id !== CredentialId);
    return {};
  },
} satisfies Operations;
