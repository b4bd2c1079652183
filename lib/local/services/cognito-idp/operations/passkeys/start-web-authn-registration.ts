import { randomText } from "../../../../../invoke";
import { ServiceError } from "../../../contract/define-service";
import { passkeyAlgorithms } from "../../secrets/web-authn";
import { relyingPartyId } from "../../state/passkeys";
import { operation } from "../contract";

/** A registration that a browser is asked for. */
export interface PasskeyRegistration {
  readonly kind: "passkey";
  readonly username: string;
  readonly challenge: string;
}

const sessionSeconds = 300;

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_StartWebAuthnRegistration.html */
export const startWebAuthnRegistration = operation(
  { AccessToken: "text!" },
  async (pools, { AccessToken }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const { settings, sessions } = pool;
    if (!settings.firstFactors.includes("WEB_AUTHN"))
      throw new ServiceError("WebAuthnNotEnabledException", "WebAuthn is not enabled for the user pool.");
    const challenge = randomText(32, "base64url");
    sessions.put<PasskeyRegistration>(
      `passkey ${user.sub}`,
      { kind: "passkey", username: user.username, challenge },
      sessionSeconds,
    );
    return {
      CredentialCreationOptions: {
        rp: { id: relyingPartyId, name: relyingPartyId },
        user: {
          id: Buffer.from(user.sub).toString("base64url"),
          name: user.attributes.email ?? user.username,
          displayName: user.attributes.name ?? user.attributes.email ?? user.username,
        },
        challenge,
        pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
        timeout: sessionSeconds * 1000,
        excludeCredentials: user.passkeys.map(({ id, transports }) => ({
          type: "public-key",
          id,
          transports,
        })),
        authenticatorSelection: {
          requireResidentKey: true,
          residentKey: "required",
          userVerification: settings.passkeys.needsUserVerification ? "required" : "preferred",
        },
        attestation: "none",
        extensions: {},
      },
    };
  },
);
