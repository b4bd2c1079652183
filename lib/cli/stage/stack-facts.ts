import { defaultRegion } from "../../facts/aws/partitions";
import { isRecord } from "../../facts/text/record";
import { type FunctionSettings, functionsOf } from "../../local";
import { readModel } from "../../model";
import type { CommandContext, GlobalOptions } from "../project/command-context";
import { blocksOf, providerRegion } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { stageCredentials } from "./developer-credentials";

/** The region of the app, from the provider of one of its stacks. */
export function appRegion(stacks: readonly SynthesizedStack[]): string {
  return providerRegion(stacks) ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? defaultRegion;
}

/** Lists the functions without a wrapper, with the reasons from the library. */
export function unwrappedFunctions(stacks: readonly SynthesizedStack[]): readonly string[] {
  const functions = stacks.flatMap((stack) => Object.values(blocksOf(stack, "aws_lambda_function")));
  return functions.flatMap((fn) => {
    const comment = fn["//"];
    const settings = isRecord(comment) ? comment.serverform : undefined;
    const reason = isRecord(settings) ? settings.notLive : undefined;
    const name = String(fn.function_name);
    return typeof reason === "string" ? [`${name} runs in AWS as it is deployed: ${reason}.`] : [];
  });
}

export function functionsByPath(output: string): ReadonlyMap<string, FunctionSettings> {
  const model = readModel(output, { report: () => {} });
  const paths = new Map(model.resources.map(({ address, constructPath }) => [address, constructPath]));
  return new Map(
    functionsOf(model).flatMap((each) => {
      const path = paths.get(each.id);
      // The construct contains the resource of this name.
      return path === undefined ? [] : [[path.replace(/\/Function$/, ""), each] as const];
    }),
  );
}

/** The stacks of a stage without their code, and the credentials for reading from AWS. */
export async function openStage(context: CommandContext, { roleArn }: Pick<GlobalOptions, "roleArn">) {
  const stacks = await context.synthesize({ SERVERFORM_SKIP_BUNDLING: "1" });
  const {
    app = "",
    stage = context.stage,
    ssmPrefix = "",
  } = stacks.flatMap((each) => each.settings ?? [])[0] ?? {};
  const region = appRegion(stacks);
  const credentials = await stageCredentials(region, roleArn, stacks);
  return { stacks, scope: { name: app, stage, ssmPrefix }, aws: { region, credentials } };
}
