import { beginPasskey } from "../../state/passkey-registration";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_StartWebAuthnRegistration.html */
export const startWebAuthnRegistration = operation(
  { AccessToken: "text!" },
  async (pools, { AccessToken }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    return { CredentialCreationOptions: beginPasskey(pool, user) };
  },
);
