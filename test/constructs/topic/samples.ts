import { Topic } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Topic: {
    make: (stack, fn) => new Topic(stack, sampleId, { subscribers: { one: fn ?? sampleHandler } }),
    add: (it, stack, fn) => (it as Topic).addSubscribers(stack, { more: fn }),
    type: "aws_sns_topic",
  },
};
