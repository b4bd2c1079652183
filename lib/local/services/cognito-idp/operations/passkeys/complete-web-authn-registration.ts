import { keepPasskey } from "../../state/passkey-registration";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CompleteWebAuthnRegistration.html */
export const completeWebAuthnRegistration = operation(
  { AccessToken: "text!", Credential: "structure!" },
  async (pools, { AccessToken, Credential }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    keepPasskey(pool, user, Credential);
    return {};
  },
);
