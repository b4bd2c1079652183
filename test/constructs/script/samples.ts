import { type Function, Script } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Script: {
    make: (stack, fn) => new Script(stack, sampleId, { onCreate: isOffline(fn) ? fn : sampleHandler }),
  },
};

/** A script takes only functions that `serverform start` leaves alone. */
function isOffline(fn: Function | undefined): fn is Function {
  return fn?.isLive === false;
}

export const inputs: ConstructInputs = {
  Script: {
    props: "ScriptProps",
    create: Script,
    valid: () => ({ onCreate: sampleHandler, params: { a: 1 } }),
  },
};
