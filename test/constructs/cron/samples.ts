import { Cron } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Cron: {
    make: (stack, fn) => new Cron(stack, sampleId, { schedule: "rate(1 day)", job: fn ?? sampleHandler }),
  },
};
