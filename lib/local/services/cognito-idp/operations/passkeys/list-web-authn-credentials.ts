import { seconds } from "../answers";
import { operation } from "../contract";
import { pageOf } from "../pages";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListWebAuthnCredentials.html */
export const listWebAuthnCredentials = operation(
  { AccessToken: "text!", NextToken: "text", MaxResults: "number" },
  async (pools, { AccessToken, NextToken, MaxResults }) => {
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
);
