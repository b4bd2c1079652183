import { KinesisStream } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  KinesisStream: {
    make: (stack, fn) => new KinesisStream(stack, sampleId, { consumers: { one: fn ?? sampleHandler } }),
    add: (it, stack, fn) => (it as KinesisStream).addConsumers(stack, { more: fn }),
    type: "aws_kinesis_stream",
  },
};

export const inputs: ConstructInputs = {
  KinesisStream: {
    props: "KinesisStreamProps",
    create: KinesisStream,
    valid: () => ({
      consumers: {
        one: sampleHandler,
        two: { function: sampleHandler, cdk: { eventSource: { batchSize: 5 } } },
      },
      defaults: { function: { timeout: 5 } },
      cdk: { stream: { shardCount: 1 } },
    }),
  },
};
