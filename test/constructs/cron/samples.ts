import { Cron } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Cron: {
    make: (stack, fn) => new Cron(stack, sampleId, { schedule: "rate(1 day)", job: fn ?? sampleHandler }),
  },
};

export const inputs: ConstructInputs = {
  Cron: {
    props: "CronProps",
    create: Cron,
    valid: () => ({
      schedule: "rate(1 day)",
      job: { function: sampleHandler, cdk: { target: { event: { a: 1 } } } },
    }),
  },
  "Cron of EventBridge Scheduler": {
    props: "CronProps",
    create: Cron,
    valid: () => ({
      schedule: "cron(0 9 * * ? *)",
      timezone: "Europe/Berlin",
      flexibleWindow: "15 minutes",
      start: "2090-01-01T00:00:00Z",
      end: "2091-01-01T00:00:00Z",
      job: { function: sampleHandler, cdk: { target: { event: { a: 1 } } } },
      cdk: { schedule: { description: "Opens" } },
    }),
  },
};
