import { randomText } from "../../../invoke";
import { refusals } from "../errors";
import { relyingPartyId } from "../secrets/web-authn";
import { checkNotLocked, isPassword, noteFailure } from "../state/passwords";
import { askForPasswordProof } from "./password-proof";
import { afterFirstFactor, askForCode } from "./second-factor";
import { type AuthAnswer, askClient, type Metadata, type SignIn } from "./sign-in";

/** The first factors that a user can prove. A user who does not exist seems to have a password. */
export function choicesOf({ pool, user, client }: SignIn): readonly string[] {
  const { firstFactors } = pool.settings;
  if (user === undefined) return ["PASSWORD", "PASSWORD_SRP"];
  const hasPassword = user.password !== undefined && firstFactors.includes("PASSWORD");
  const isPossible: Readonly<Record<string, boolean>> = {
    PASSWORD: hasPassword,
    PASSWORD_SRP: hasPassword && client.flows.has("ALLOW_USER_AUTH"),
    EMAIL_OTP: firstFactors.includes("EMAIL_OTP") && user.attributes.email_verified === "true",
    SMS_OTP: firstFactors.includes("SMS_OTP") && user.attributes.phone_number_verified === "true",
    WEB_AUTHN: firstFactors.includes("WEB_AUTHN") && user.passkeys.length > 0,
  };
  return Object.keys(isPossible).filter((name) => isPossible[name]);
}

/** Asks how the user wants to sign in. */
export function askForChoice(signIn: SignIn): AuthAnswer {
  return { ...askClient(signIn, { challenge: "SELECT_CHALLENGE" }), AvailableChallenges: choicesOf(signIn) };
}

/** Goes on with a first factor, which the user must have. */
export async function answerChoice(
  signIn: SignIn,
  choice: string | undefined,
  parameters: Metadata,
): Promise<AuthAnswer> {
  if (choice === undefined) throw refusals.invalid("Missing required parameter ANSWER");
  if (!choicesOf(signIn).includes(choice)) throw refusals.invalid(`${choice} is not available for the user.`);
  switch (choice) {
    case "PASSWORD":
      return checkSentPassword(signIn, parameters.PASSWORD);
    case "PASSWORD_SRP":
      return askForPasswordProof(signIn, parameters.SRP_A);
    case "WEB_AUTHN":
      return askForPasskey({ ...signIn, isPasswordless: true });
    default:
      return askForCode(
        { ...signIn, isPasswordless: true },
        choice === "EMAIL_OTP" ? "EMAIL_OTP" : "SMS_OTP",
      );
  }
}

/** Checks a password that the client sent. */
export async function checkSentPassword(signIn: SignIn, password: string | undefined): Promise<AuthAnswer> {
  const { pool, user } = signIn;
  if (password === undefined) throw refusals.invalid("Missing required parameter PASSWORD");
  if (user === undefined) throw refusals.wrongPassword();
  if (user.status === "RESET_REQUIRED") throw refusals.resetRequired();
  checkNotLocked(user, pool.clock.now());
  if (!isPassword(pool.settings, user, password)) {
    noteFailure(user, pool.clock.now());
    throw refusals.wrongPassword();
  }
  return afterFirstFactor({ ...signIn, user });
}

const timeoutMs = 180_000;

/** Asks for a signature of one of the user's passkeys. */
function askForPasskey(signIn: SignIn): AuthAnswer {
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
