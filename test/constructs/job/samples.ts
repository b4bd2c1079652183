import { Job } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Job: {
    make: (stack) => new Job(stack, sampleId, { handler: sampleHandler }),
    // The function that starts it.
    type: "aws_lambda_function",
    value: "dev-notes-Here-my-it-Invoker",
  },
};

export const inputs: ConstructInputs = {
  Job: {
    props: "JobProps",
    create: Job,
    valid: () => ({
      handler: sampleHandler,
      memorySize: "7 GB",
      timeout: "1 hour",
      environment: { STEP: "1" },
      enableLiveDev: false,
    }),
  },
};
