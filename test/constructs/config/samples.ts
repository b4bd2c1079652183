import { Config } from "../../../lib";
import { type ConstructSamples, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Parameter: { make: (stack) => new Config.Parameter(stack, sampleId, { value: "5" }) },
  Secret: { make: (stack) => new Config.Secret(stack, sampleId) },
};
