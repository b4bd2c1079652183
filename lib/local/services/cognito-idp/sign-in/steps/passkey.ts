import { randomText } from "../../../../invoke";
import { relyingPartyId } from "../../state/passkeys";
import { type AuthAnswer, askClient, type SignIn } from "../sign-in";

const timeoutMs = 180_000;

/** Asks for a signature of one of the user's passkeys. */
export function askForPasskey(signIn: SignIn): AuthAnswer {
  const { pool, user } = signIn;
  const challenge = randomText(32, "base64url");
  const options = {
    challenge,
    timeout: timeoutMs,
    rpId: relyingPartyId,
    allowCredentials: (user?.passkeys ?? []).map(({ id, transports }) => ({
      type: "public-key",
      id,
      transports,
    })),
    userVerification: pool.settings.passkeys.needsUserVerification ? "required" : "preferred",
  };
  return askClient(
    signIn,
    { challenge: "WEB_AUTHN", bytes: challenge },
    { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
  );
}
