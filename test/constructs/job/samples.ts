import { Job } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Job: {
    make: (stack) => new Job(stack, sampleId, { handler: sampleHandler }),
    // The function that starts it.
    type: "aws_lambda_function",
    value: "dev-notes-Here-my-it-Invoker",
  },
};
