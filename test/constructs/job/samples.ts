import { Job } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Job: {
    make: (stack) => new Job(stack, sampleId, { handler: sampleHandler }),
    value: "dev-notes-Here-my-it-Invoker",
  },
};
