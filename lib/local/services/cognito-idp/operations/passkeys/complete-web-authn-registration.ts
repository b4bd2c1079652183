import { block, requireText, text, texts } from "../../../../model/values";
import { ServiceError } from "../../../contract/define-service";
import { checkRegistration } from "../../secrets/web-authn";
import { relyingPartyId } from "../../state/passkeys";
import { operation } from "../contract";
import type { PasskeyRegistration } from "./start-web-authn-registration";

const isRegistration = (state: object): state is PasskeyRegistration =>
  "kind" in state && state.kind === "passkey";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CompleteWebAuthnRegistration.html */
export const completeWebAuthnRegistration = operation(
  { AccessToken: "text!", Credential: "structure!" },
  async (pools, { AccessToken, Credential }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const { sessions, settings, clock } = pool;
    const key = `passkey ${user.sub}`;
    const registration = sessions.find(key, isRegistration);
    if (registration === undefined)
      throw new ServiceError(
        "WebAuthnChallengeNotFoundException",
        "The challenge is missing or has expired.",
      );
    sessions.end(key);
    const response = block(Credential, "response") ?? {};
    const created = checkRegistration(
      requireText(response, "clientDataJSON"),
      requireText(response, "attestationObject"),
      {
        challenge: registration.challenge,
        relyingPartyId,
        needsUserVerification: settings.passkeys.needsUserVerification,
      },
    );
    if (created === undefined || created.id !== text(Credential, "id"))
      throw new ServiceError(
        "WebAuthnCredentialNotSupportedException",
        "The credential does not answer the challenge.",
      );
    const attachment = text(Credential, "authenticatorAttachment");
    user.passkeys.push({
      ...created,
      relyingPartyId,
      name: attachment === "cross-platform" ? "Security key" : "Passkey",
      transports: texts(response, "transports"),
      ...(attachment !== undefined && { attachment }),
      createdAt: clock.now(),
    });
    return {};
  },
);
