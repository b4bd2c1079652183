import { Auth } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Auth: {
    make: (stack) => new Auth(stack, sampleId, { authenticator: sampleHandler }),
    // The function that makes the keys.
    type: "aws_lambda_function",
    value: "dev-notes-Here-my-it-Keys",
  },
};

export const inputs: ConstructInputs = {
  Auth: { props: "AuthProps", create: Auth, valid: () => ({ authenticator: { handler: sampleHandler } }) },
};
