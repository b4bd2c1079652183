import { EventBus, KinesisStream, Pipe, Queue } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Pipe: {
    make: (stack, fn) =>
      new Pipe(stack, sampleId, { source: new Queue(stack, "In"), target: fn ?? sampleHandler }),
  },
};

export const inputs: ConstructInputs = {
  Pipe: {
    props: "PipeProps",
    create: Pipe,
    valid: (stack) => ({
      source: new KinesisStream(stack, "In"),
      target: new EventBus(stack, "Out"),
      filters: [{ data: { kind: ["a"] } }],
      enrichment: sampleHandler,
      template: '{"id": <$.eventID>}',
      batchSize: 5,
      batchWindow: "5 seconds",
      retryAttempts: 2,
      detailType: "ordered",
      eventSource: "shop",
      enabled: false,
      cdk: { pipe: { description: "Orders" } },
    }),
  },
};
