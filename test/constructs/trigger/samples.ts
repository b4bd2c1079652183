import { Trigger } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

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

export const inputs: ConstructInputs = {
  Trigger: {
    props: "TriggerProps",
    create: Trigger,
    valid: () => ({
      type: "load_balancer",
      listener:
        "arn:aws:elasticloadbalancing:us-east-1:111122223333:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
      conditions: { paths: ["/*"], methods: ["GET"] },
      priority: 5,
      multiValueHeaders: true,
      function: sampleHandler,
      cdk: { targetGroup: { deregistrationDelay: "5" }, listenerRule: { tags: { a: "b" } } },
    }),
  },
};
