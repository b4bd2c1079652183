import { isValues, text, textMap } from "../../../../model";
import { refusals } from "../errors";
import { invalidAnswer, invokeTrigger, triggerAttributes } from "../triggers/invoke-trigger";
import { askForPasswordProof } from "./password-proof";
import { checkState } from "./second-factor";
import { type AuthAnswer, askClient, finish, type Round, type SignIn } from "./sign-in";

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
  const { pool, user, client, rounds } = signIn;
  const answer = await invokeTrigger(pool, "define_auth_challenge", {
    source: "DefineAuthChallenge_Authentication",
    userName: user?.username ?? signIn.name,
    clientId: client.id,
    request: { ...toldOf(signIn), session: rounds },
    response: { challengeName: null, issueTokens: null, failAuthentication: null },
  });
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
  const { pool, user, client, rounds } = signIn;
  const answer = await invokeTrigger(pool, "create_auth_challenge", {
    source: "CreateAuthChallenge_Authentication",
    userName: user?.username ?? signIn.name,
    clientId: client.id,
    request: { ...toldOf(signIn), challengeName, session: rounds },
    response: { publicChallengeParameters: null, privateChallengeParameters: null, challengeMetadata: null },
  });
  if (answer === undefined || !isValues(answer.privateChallengeParameters)) throw invalidAnswer();
  const step = {
    challenge: challengeName,
    privateParameters: textMap(answer, "privateChallengeParameters"),
    metadata: text(answer, "challengeMetadata") ?? null,
  };
  const shown = textMap(answer, "publicChallengeParameters");
  return askClient(signIn, step, { USERNAME: user?.username ?? signIn.name, ...shown });
}

/** The facts about the user in the events of a custom sign-in. */
export function toldOf({ pool, user, client, clientMetadata }: SignIn): Readonly<Record<string, unknown>> {
  return {
    userAttributes: user === undefined ? {} : triggerAttributes(pool, user),
    ...(client.hidesUsers && { userNotFound: user === undefined }),
    ...(clientMetadata !== undefined && { clientMetadata }),
  };
}
