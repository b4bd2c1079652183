import { defaultRegion } from "../../facts/aws/partitions";
import { isObject } from "../project/json";
import { providerRegion } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";

/** The region of the app, from the provider of one of its stacks. */
export function appRegion(stacks: readonly SynthesizedStack[]): string {
  return providerRegion(stacks) ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? defaultRegion;
}

/** Lists the functions without a wrapper, each with the reason that the library has written beside it. */
export function unwrappedFunctions(stacks: readonly SynthesizedStack[]): readonly string[] {
  return stacks.flatMap(({ template }) => {
    const resources = isObject(template.resource) ? template.resource.aws_lambda_function : undefined;
    return Object.values(isObject(resources) ? resources : {})
      .filter(isObject)
      .flatMap((fn) => {
        const comment = fn["//"];
        const settings = isObject(comment) ? comment.serverform : undefined;
        const reason = isObject(settings) ? settings.notLive : undefined;
        const name = String(fn.function_name);
        return typeof reason === "string" ? [`${name} runs in AWS as it is deployed: ${reason}.`] : [];
      });
  });
}
