import { Queue, Topic } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Topic: {
    make: (stack, fn) => new Topic(stack, sampleId, { subscribers: { one: fn ?? sampleHandler } }),
    add: (it, stack, fn) => (it as Topic).addSubscribers(stack, { more: fn }),
    type: "aws_sns_topic",
  },
};

export const inputs: ConstructInputs = {
  Topic: {
    props: "TopicProps",
    create: Topic,
    valid: (stack) => ({
      subscribers: {
        one: sampleHandler,
        two: { function: sampleHandler },
        three: { queue: new Queue(stack, "Other") },
      },
      defaults: { function: { timeout: 5 } },
      cdk: { topic: { displayName: "News" } },
    }),
  },
};
