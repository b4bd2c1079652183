import { respondToChallenge } from "../../sign-in/respond";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminRespondToAuthChallenge.html */
export const adminRespondToAuthChallenge = operation(
  {
    UserPoolId: "text!",
    ClientId: "text!",
    ChallengeName: "text!",
    ChallengeResponses: "textMap",
    Session: "text",
    ClientMetadata: "textMap",
  },
  (
    pools,
    {
      UserPoolId,
      ClientId,
      ChallengeName: challenge,
      ChallengeResponses: responses = {},
      Session: session,
      ClientMetadata: clientMetadata,
    },
  ) =>
    respondToChallenge({
      ...pools.requireClientOf(UserPoolId, ClientId),
      challenge,
      session,
      responses,
      clientMetadata,
    }),
);
