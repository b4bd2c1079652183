import { Queue } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Queue: {
    make: (stack, fn) => new Queue(stack, sampleId, { consumer: fn ?? sampleHandler }),
    type: "aws_sqs_queue",
  },
};
