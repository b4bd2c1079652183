import { initiate } from "../../sign-in/initiate";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_InitiateAuth.html */
export const initiateAuth = operation(
  {
    AuthFlow: "text!",
    AuthParameters: "textMap",
    ClientMetadata: "textMap",
    ClientId: "text!",
    Session: "text",
  },
  (
    pools,
    {
      AuthFlow: flow,
      AuthParameters: parameters = {},
      ClientMetadata: clientMetadata,
      ClientId,
      Session: session,
    },
  ) =>
    initiate({ ...pools.requireClient(ClientId), flow, parameters, clientMetadata, session, isAdmin: false }),
);
