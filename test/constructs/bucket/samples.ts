import { Bucket } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Bucket: {
    make: (stack, fn) => new Bucket(stack, sampleId, { notifications: { one: fn ?? sampleHandler } }),
    type: "aws_s3_bucket",
  },
};

export const inputs: ConstructInputs = {
  Bucket: {
    props: "BucketProps",
    create: Bucket,
    valid: () => ({
      cors: [{ allowedMethods: ["GET"], allowedOrigins: ["https://a.example.com"] }],
      notifications: {
        one: { function: sampleHandler, events: ["object_created"] },
        two: { function: sampleHandler, events: ["object_tagging_put"], filters: [{ prefix: "a/" }] },
      },
      eventBridge: true,
      defaults: { function: { timeout: 5 } },
      cdk: { bucket: { forceDestroy: true }, publicAccessBlock: { blockPublicAcls: true } },
    }),
  },
};
