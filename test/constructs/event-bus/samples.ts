import { EventBus, Queue } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  EventBus: {
    make: (stack, fn) =>
      new EventBus(stack, sampleId, {
        rules: { one: { pattern: { source: ["a"] }, targets: { one: fn ?? sampleHandler } } },
      }),
    add: (it, stack, fn) =>
      (it as EventBus).addRules(stack, { more: { pattern: { source: ["b"] }, targets: { more: fn } } }),
    type: "aws_cloudwatch_event_bus",
  },
};

export const inputs: ConstructInputs = {
  EventBus: {
    props: "EventBusProps",
    create: EventBus,
    valid: (stack) => ({
      rules: {
        paid: {
          pattern: { source: ["shop"], detail: { total: [5] } },
          targets: {
            one: sampleHandler,
            two: { function: sampleHandler },
            three: { queue: new Queue(stack, "Other") },
            log: { type: "log_group" },
          },
          cdk: { rule: { description: "Paid" } },
        },
      },
      defaults: { function: { timeout: 5 } },
      cdk: { eventBus: { description: "Shop" } },
    }),
  },
};
