import { block, text, texts, type Values } from "../../../../model";
import { randomText } from "../../../invoke";
import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import { checkRegistration, passkeyAlgorithms, relyingPartyId } from "../secrets/web-authn";
import type { User } from "../state/user";
import { pageOf, seconds } from "./answers";
import type { Operations } from "./contract";

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
      NextToken: next,
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

/** A registration that a browser performs. */
interface PasskeyRegistration {
  readonly kind: "passkey";
  readonly username: string;
  readonly challenge: string;
}

const isRegistration = (state: object): state is PasskeyRegistration =>
  "kind" in state && state.kind === "passkey";

const sessionSeconds = 300;
const keyOf = ({ sub }: User): string => `passkey ${sub}`;

/** Begins to register a passkey: what a browser is given to create one. */
export function beginPasskey({ settings, sessions }: Pool, user: User): object {
  if (!settings.firstFactors.includes("WEB_AUTHN"))
    throw new ServiceError("WebAuthnNotEnabledException", "WebAuthn is not enabled for the user pool.");
  const challenge = randomText(32, "base64url");
  sessions.put<PasskeyRegistration>(
    keyOf(user),
    { kind: "passkey", username: user.username, challenge },
    sessionSeconds,
  );
  return {
    rp: { id: relyingPartyId, name: relyingPartyId },
    user: {
      id: Buffer.from(user.sub).toString("base64url"),
      name: user.attributes.email ?? user.username,
      displayName: user.attributes.name ?? user.attributes.email ?? user.username,
    },
    challenge,
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: sessionSeconds * 1000,
    excludeCredentials: user.passkeys.map(({ id, transports }) => ({ type: "public-key", id, transports })),
    authenticatorSelection: {
      requireResidentKey: true,
      residentKey: "required",
      userVerification: settings.passkeys.needsUserVerification ? "required" : "preferred",
    },
    attestation: "none",
    extensions: {},
  };
}

/** Keeps the passkey that a browser has created. */
export function keepPasskey({ sessions, settings, clock }: Pool, user: User, credential: Values): void {
  const registration = sessions.find(keyOf(user), isRegistration);
  if (registration === undefined)
    throw new ServiceError("WebAuthnChallengeNotFoundException", "The challenge is missing or has expired.");
  sessions.end(keyOf(user));
  const response = block(credential, "response") ?? {};
  const created = checkRegistration(
    text(response, "clientDataJSON") ?? "",
    text(response, "attestationObject") ?? "",
    {
      challenge: registration.challenge,
      relyingPartyId,
      needsUserVerification: settings.passkeys.needsUserVerification,
    },
  );
  if (created === undefined || created.id !== text(credential, "id"))
    throw new ServiceError(
      "WebAuthnCredentialNotSupportedException",
      "The credential does not answer the challenge.",
    );
  const attachment = text(credential, "authenticatorAttachment");
  user.passkeys.push({
    ...created,
    relyingPartyId,
    name: attachment === "cross-platform" ? "Security key" : "Passkey",
    transports: texts(response, "transports"),
    ...(attachment !== undefined && { attachment }),
    createdAt: clock.now(),
  });
}
