import { initiate } from "../../sign-in/initiate";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminInitiateAuth.html */
export const adminInitiateAuth = operation(
  {
    UserPoolId: "text!",
    ClientId: "text!",
    AuthFlow: "text!",
    AuthParameters: "textMap",
    ClientMetadata: "textMap",
    Session: "text",
  },
  (
    pools,
    {
      UserPoolId,
      ClientId,
      AuthFlow: flow,
      AuthParameters: parameters = {},
      ClientMetadata: clientMetadata,
      Session: session,
    },
  ) =>
    initiate({
      ...pools.requireClientOf(UserPoolId, ClientId),
      flow,
      parameters,
      clientMetadata,
      session,
      isAdmin: true,
    }),
);
