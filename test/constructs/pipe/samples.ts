import { Pipe, Queue } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Pipe: {
    make: (stack, fn) =>
      new Pipe(stack, sampleId, { source: new Queue(stack, "In"), target: fn ?? sampleHandler }),
  },
};
