import { refusals } from "../../errors";
import { invokeTrigger } from "../../triggers/invoke-trigger";
import type { AuthAnswer, Metadata, SignIn, StepOf } from "../sign-in";
import { nextRound, toldOf } from "../steps/custom-rounds";

/** A user answers the app's own question. */
export async function customChallenge(
  signIn: SignIn,
  { privateParameters, metadata }: StepOf<"CUSTOM_CHALLENGE">,
  responses: Metadata,
): Promise<AuthAnswer> {
  const { pool, user, client, name, rounds = [] } = signIn;
  if (responses.ANSWER === undefined) throw refusals.invalid("Missing required parameter ANSWER");
  const answer = await invokeTrigger(pool, "verify_auth_challenge_response", {
    source: "VerifyAuthChallengeResponse_Authentication",
    userName: user?.username ?? name,
    clientId: client.id,
    request: {
      ...toldOf(signIn),
      privateChallengeParameters: privateParameters,
      challengeAnswer: responses.ANSWER,
    },
    response: { answerCorrect: null },
  });
  const round = {
    challengeName: "CUSTOM_CHALLENGE",
    challengeResult: answer?.answerCorrect === true,
    challengeMetadata: metadata,
  };
  return nextRound({ ...signIn, rounds: [...rounds, round] });
}
