import { Queue } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Queue: {
    make: (stack, fn) => new Queue(stack, sampleId, { consumer: fn ?? sampleHandler }),
    type: "aws_sqs_queue",
  },
};

export const inputs: ConstructInputs = {
  Queue: {
    props: "QueueProps",
    create: Queue,
    valid: (stack) => ({
      consumer: { function: sampleHandler, cdk: { eventSource: { batchSize: 5 } } },
      deadLetter: { queue: new Queue(stack, "Dead"), maxReceiveCount: 5 },
      cdk: { queue: { delaySeconds: 5 } },
    }),
  },
};
