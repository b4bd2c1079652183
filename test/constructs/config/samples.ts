import { Config } from "../../../lib";
import { type ConstructInputs, type ConstructSamples, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Parameter: { make: (stack) => new Config.Parameter(stack, sampleId, { value: "5" }) },
  Secret: { make: (stack) => new Config.Secret(stack, sampleId) },
};

export const inputs: ConstructInputs = {
  Parameter: { props: "ParameterProps", create: Config.Parameter, valid: () => ({ value: "5" }) },
  Secret: { props: undefined, create: Config.Secret as never, valid: () => undefined },
};
