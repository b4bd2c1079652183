import { KinesisStream } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  KinesisStream: {
    make: (stack, fn) => new KinesisStream(stack, sampleId, { consumers: { one: fn ?? sampleHandler } }),
    add: (it, stack, fn) => (it as KinesisStream).addConsumers(stack, { more: fn }),
    type: "aws_kinesis_stream",
  },
};
