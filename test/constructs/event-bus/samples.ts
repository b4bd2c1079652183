import { EventBus } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

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
