import { jsonOf } from "../../../facts/text/json";
import { isSameSecret } from "../../../facts/text/same-secret";
import { block, isValues, text, textMap, type Values } from "../../../model";
import { randomText } from "../../invoke";
import { refusals } from "./errors";
import {
  checkNotLocked,
  noteFailure,
  provePassword,
  setPassword,
  srpIdentity,
  totpStep,
  type Verifier,
} from "./passwords";
import type { PoolSettings } from "./settings";
import {
  type AuthAnswer,
  afterFirstFactor,
  askClient,
  askFor,
  askForCode,
  askForPasswordProof,
  type ChallengeName,
  checkState,
  finish,
  isProof,
  type Metadata,
  parametersOf,
  type Round,
  type SignIn,
  type StepOf,
  srpStep,
} from "./sign-in";
import { invalidAnswer, invokeAtSignIn, userNotFound } from "./triggers";
import { checkAttributes, type Device, missingAttributes, toAttributes, type User } from "./users";
import { checkAssertion, credentialOf, relyingPartyId } from "./web-authn";

/** The ways to sign in from which users choose. */
export const firstChoices = ["PASSWORD", "PASSWORD_SRP", "EMAIL_OTP", "SMS_OTP", "WEB_AUTHN"];

/**
 * The first factors that a user can prove. A user who does not exist seems to have a password and addresses.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-managing-errors.html
 */
export function provableFactors({ firstFactors }: PoolSettings, user: User | undefined): readonly string[] {
  const has: Readonly<Record<string, boolean>> = {
    PASSWORD: user === undefined || user.password !== undefined,
    EMAIL_OTP: user === undefined || user.attributes.email_verified === "true",
    SMS_OTP: user === undefined || user.attributes.phone_number_verified === "true",
    WEB_AUTHN: user !== undefined && user.passkeys.length > 0,
  };
  return firstFactors.filter((factor) => has[factor] === true);
}

export function choicesOf({ pool, user }: SignIn): readonly string[] {
  const factors = provableFactors(pool.settings, user);
  return firstChoices.filter((choice) => factors.includes(choice === "PASSWORD_SRP" ? "PASSWORD" : choice));
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
  provePassword(pool.settings, user, password, pool.clock.now());
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
    allowCredentials: (user?.passkeys ?? []).map(credentialOf),
    userVerification: pool.settings.passkeys.needsUserVerification ? "required" : "preferred",
  };
  return askClient(
    signIn,
    { challenge: "WEB_AUTHN", bytes: challenge },
    { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
  );
}

interface CustomSignIn extends SignIn {
  readonly rounds: readonly Round[];
}

/**
 * Lets the app's function decide what follows in a custom sign-in.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-challenge.html
 *
 * @param clientValue - `SRP_A`, where the function may ask for the password
 */
export async function nextRound(signIn: CustomSignIn, clientValue?: string): Promise<AuthAnswer> {
  const { user, rounds } = signIn;
  const response = { challengeName: null, issueTokens: null, failAuthentication: null };
  const answer = await askFunction(signIn, "define_auth_challenge", { session: rounds }, response);
  if (answer === undefined)
    throw refusals.invalid("Custom auth lambda trigger is not configured for the user pool.");
  if (answer.failAuthentication === true) throw refusals.wrongPassword();
  if (answer.issueTokens === true) {
    if (user === undefined) throw refusals.wrongPassword();
    const signedIn = { ...signIn, user };
    checkState(signedIn);
    return finish(signedIn);
  }
  const name = text(answer, "challengeName");
  if (name === "PASSWORD_VERIFIER") return askForPasswordProof(signIn, clientValue);
  if (name !== "CUSTOM_CHALLENGE") throw invalidAnswer();
  return askQuestion(signIn, name);
}

async function askQuestion(signIn: CustomSignIn, challengeName: "CUSTOM_CHALLENGE"): Promise<AuthAnswer> {
  const request = { challengeName, session: signIn.rounds };
  const parameters = { publicChallengeParameters: null, privateChallengeParameters: null };
  const response = { ...parameters, challengeMetadata: null };
  const answer = await askFunction(signIn, "create_auth_challenge", request, response);
  if (answer === undefined || !isValues(answer.privateChallengeParameters)) throw invalidAnswer();
  const step = {
    challenge: challengeName,
    privateParameters: textMap(answer, "privateChallengeParameters"),
    metadata: text(answer, "challengeMetadata") ?? null,
  };
  const shown = textMap(answer, "publicChallengeParameters");
  return askClient(signIn, step, { USERNAME: signIn.user?.username ?? signIn.name, ...shown });
}

/** Asks one of the functions that decide about a custom sign-in. */
const askFunction = (
  signIn: SignIn,
  key: "define_auth_challenge" | "create_auth_challenge" | "verify_auth_challenge_response",
  request: Values,
  response: Values,
): Promise<Values | undefined> => {
  const about = { userNotFound: userNotFound(signIn), clientMetadata: signIn.clientMetadata };
  return invokeAtSignIn(signIn, key, { ...about, ...request }, response);
};

/** What follows the answer to a challenge. */
export type Challenge<Name extends ChallengeName> = (
  signIn: SignIn,
  step: StepOf<Name>,
  responses: Metadata,
) => Promise<AuthAnswer>;

/**
 * What follows the answer to each challenge.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_RespondToAuthChallenge.html
 */
export const challenges: { readonly [Name in ChallengeName]: Challenge<Name> } = {
  /** A user proves to know the password. */
  PASSWORD_VERIFIER: async (signIn, { srp }, responses) => {
    const { pool, user, rounds } = signIn;
    if (user !== undefined) checkNotLocked(user, pool.clock.now());
    const isRight =
      isProof(srp, srpIdentity(pool.settings, srp.srpId), responses) && user?.password === srp.verifier;
    if (rounds !== undefined) {
      const round = { challengeName: "PASSWORD_VERIFIER", challengeResult: isRight, challengeMetadata: null };
      return nextRound({ ...signIn, rounds: [...rounds, round] }, srp.clientValue);
    }
    if (user === undefined || !isRight) {
      if (user !== undefined) noteFailure(user, pool.clock.now());
      throw refusals.wrongPassword();
    }
    return afterFirstFactor({ ...signIn, user, deviceKey: responses.DEVICE_KEY ?? signIn.deviceKey });
  },
  /**
   * A user replaces the temporary password, and adds what the pool requires.
   *
   * Sources: https://github.com/aws-samples/aws-saas-factory-bootcamp/issues/67 and https://github.com/aws/aws-sdk-js/issues/1290
   */
  NEW_PASSWORD_REQUIRED: async (signIn, _step, responses) => {
    const { pool, user, client } = signIn;
    const { settings } = pool;
    if (user === undefined) throw refusals.badSession();
    if (responses.NEW_PASSWORD === undefined)
      throw refusals.invalid("Missing required parameter NEW_PASSWORD");
    const given = toAttributes(
      Object.entries(responses)
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, Value]) => ({ Name: name.slice(prefix.length), Value })),
    );
    const flag = Object.keys(given).find((name) => name.endsWith("_verified"));
    if (flag !== undefined) throw refusals.immutable(flag);
    checkAttributes(given, { settings, client, isNew: true });
    const wanted = missingAttributes(settings, user.attributes);
    const provided = Object.keys(given).find(
      (name) => settings.attributes.get(name)?.isRequired === true && !wanted.includes(name),
    );
    if (provided !== undefined) throw refusals.notAuthorized(`Cannot modify an already provided ${provided}`);
    const [missing] = missingAttributes(settings, { ...user.attributes, ...given });
    if (missing !== undefined) throw refusals.invalid(`Invalid attributes given, ${missing} is missing`);
    setPassword(settings, user, responses.NEW_PASSWORD);
    user.attributes = { ...user.attributes, ...given };
    user.status = "CONFIRMED";
    user.modifiedAt = pool.clock.now();
    return afterFirstFactor({ ...signIn, user, source: "TokenGeneration_NewPasswordChallenge" });
  },
  SMS_MFA: oneTimeCode,
  EMAIL_OTP: oneTimeCode,
  SMS_OTP: oneTimeCode,
  /** A user enters the code of an authenticator app. Each code is taken once. */
  SOFTWARE_TOKEN_MFA: async (signIn, _step, responses) => {
    const { pool, user } = signIn;
    const code = responses.SOFTWARE_TOKEN_MFA_CODE;
    if (code === undefined) throw refusals.invalid("Missing required parameter SOFTWARE_TOKEN_MFA_CODE");
    const totp = user?.mfa.totp;
    if (user === undefined || totp === undefined) throw refusals.badSession();
    const step = totpStep(totp.secret, code, pool.clock.now());
    if (step === undefined) throw refusals.wrongCode("Invalid code received for user");
    if (totp.lastStep !== undefined && step <= totp.lastStep)
      throw refusals.expiredCode("Your software token has already been used once.");
    totp.lastStep = step;
    return finish({ ...signIn, user });
  },
  /** A user with several second factors chooses one. */
  SELECT_MFA_TYPE: async (signIn, { kinds }, { ANSWER }) => {
    const kind = kinds.find((each) => each === ANSWER);
    if (signIn.user === undefined || kind === undefined) throw refusals.invalid("Invalid MFA type selected.");
    return askFor({ ...signIn, user: signIn.user }, kind);
  },
  /**
   * A user who must have a second factor has set up an authenticator app with the session, or adds an address.
   *
   * Source: `handleMFASetupChallenge` in https://github.com/aws-amplify/amplify-js for `EMAIL`
   */
  MFA_SETUP: async (signIn, { isSetUp }, { EMAIL: email }) => {
    const { pool, user } = signIn;
    if (user !== undefined && email !== undefined && pool.settings.mfaKinds.includes("EMAIL_OTP")) {
      checkAttributes({ email }, { settings: pool.settings, client: undefined, isNew: false });
      pool.users.checkAlias("email", email, user);
      user.attributes = { ...user.attributes, email, email_verified: "false" };
      return askFor({ ...signIn, user }, "EMAIL_OTP");
    }
    if (user === undefined || !isSetUp) throw refusals.invalid("User has not set up software token mfa");
    return finish({ ...signIn, user });
  },
  /** A device begins to prove that it is the one that the user confirmed. */
  DEVICE_SRP_AUTH: async (signIn, _step, responses) => {
    const device = requireDevice(signIn, responses);
    const srp = srpStep(device.verifier, device.key, responses.SRP_A);
    const shown = { DEVICE_KEY: device.key, USERNAME: signIn.user?.username ?? "" };
    return askClient(
      signIn,
      { challenge: "DEVICE_PASSWORD_VERIFIER", srp },
      { ...parametersOf(srp), ...shown },
    );
  },
  /** The device proves it. */
  DEVICE_PASSWORD_VERIFIER: async (signIn, { srp }, responses) => {
    const { user } = signIn;
    const device = requireDevice(signIn, responses);
    if (user === undefined || !isProof(srp, { group: device.groupKey, id: device.key }, responses))
      throw refusals.wrongPassword();
    return finish({ ...signIn, user, source: "TokenGeneration_AuthenticateDevice" });
  },
  /** A user answers the app's own question. */
  CUSTOM_CHALLENGE: async (signIn, { privateParameters, metadata }, responses) => {
    const { rounds = [] } = signIn;
    const { ANSWER: challengeAnswer } = responses;
    if (challengeAnswer === undefined) throw refusals.invalid("Missing required parameter ANSWER");
    const request = { privateChallengeParameters: privateParameters, challengeAnswer };
    const response = { answerCorrect: null };
    const answer = await askFunction(signIn, "verify_auth_challenge_response", request, response);
    const round = {
      challengeName: "CUSTOM_CHALLENGE",
      challengeResult: answer?.answerCorrect === true,
      challengeMetadata: metadata,
    };
    return nextRound({ ...signIn, rounds: [...rounds, round] });
  },
  /** A user chooses how to sign in. */
  SELECT_CHALLENGE: (signIn, _step, responses) => answerChoice(signIn, responses.ANSWER, responses),
  /** A user signs in with a passkey. */
  WEB_AUTHN: async (signIn, { bytes }, responses) => {
    const { pool, user } = signIn;
    if (responses.CREDENTIAL === undefined) throw refusals.invalid("Missing required parameter CREDENTIAL");
    const credential = jsonOf(responses.CREDENTIAL);
    if (!isValues(credential)) throw refusals.invalid("CREDENTIAL is not a JSON object");
    const passkey = user?.passkeys.find(({ id }) => id === text(credential, "id"));
    const response = block(credential, "response") ?? {};
    const assertion = {
      clientDataJSON: text(response, "clientDataJSON") ?? "",
      authenticatorData: text(response, "authenticatorData") ?? "",
      signature: text(response, "signature") ?? "",
    };
    const { needsUserVerification } = pool.settings.passkeys;
    const expected = { challenge: bytes, relyingPartyId, needsUserVerification };
    const counter = passkey && checkAssertion(assertion, passkey, expected);
    if (user === undefined || passkey === undefined || counter === undefined)
      throw refusals.notAuthorized("Incorrect username or password.");
    passkey.counter = counter;
    const signedIn = { ...signIn, user };
    checkState(signedIn);
    return finish(signedIn);
  },
};

const prefix = "userAttributes.";

type Sent = "SMS_MFA" | "EMAIL_OTP" | "SMS_OTP";

/** A user enters the code of a mail or message: as the first factor, or after the password. */
async function oneTimeCode(signIn: SignIn, step: StepOf<Sent>, responses: Metadata): Promise<AuthAnswer> {
  const { pool, user } = signIn;
  const given = responses[`${step.challenge}_CODE`];
  if (given === undefined) throw refusals.invalid(`Missing required parameter ${step.challenge}_CODE`);
  if (user === undefined || step.code === undefined || !isSameSecret(step.code, given))
    throw refusals.wrongCode();
  checkState({ ...signIn, user });
  // The code shows that the address is the user's.
  const attribute = step.challenge === "EMAIL_OTP" ? "email" : "phone_number";
  user.attributes[`${attribute}_verified`] = "true";
  user.modifiedAt = pool.clock.now();
  return finish({ ...signIn, user });
}

/** The confirmed device of a sign-in, which the response names, too. */
function requireDevice(
  { user, deviceKey }: SignIn,
  { DEVICE_KEY: given }: Metadata,
): Device & { verifier: Verifier } {
  const device = user?.devices.find(({ key }) => key === deviceKey);
  if (device?.verifier === undefined || given !== deviceKey)
    throw refusals.noResource("Device does not exist.");
  return { ...device, verifier: device.verifier };
}
