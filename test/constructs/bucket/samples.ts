import { Bucket } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Bucket: {
    make: (stack, fn) => new Bucket(stack, sampleId, { notifications: { one: fn ?? sampleHandler } }),
    type: "aws_s3_bucket",
  },
};
