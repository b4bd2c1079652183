import { respondToChallenge } from "../../sign-in/respond";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_RespondToAuthChallenge.html */
export const respondToAuthChallenge = operation(
  {
    ClientId: "text!",
    ChallengeName: "text!",
    Session: "text",
    ChallengeResponses: "textMap",
    ClientMetadata: "textMap",
  },
  (
    pools,
    {
      ClientId,
      ChallengeName: challenge,
      Session: session,
      ChallengeResponses: responses = {},
      ClientMetadata: clientMetadata,
    },
  ) =>
    respondToChallenge({ ...pools.requireClient(ClientId), challenge, session, responses, clientMetadata }),
);
