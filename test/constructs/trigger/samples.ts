import { Trigger } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Trigger: {
    make: (stack, fn) =>
      new Trigger(stack, sampleId, {
        type: "alexa_skill",
        skillId: "amzn1.ask.skill.00000000-0000-0000-0000-000000000000",
        function: fn ?? sampleHandler,
      }),
  },
};
