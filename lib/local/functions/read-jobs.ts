import { defaultRuntime } from "../../bundle";
import type { Model, Resource } from "../../model/resources/model";
import { block, blocks, number, requireText, text } from "../../model/resources/values";
import type { FunctionSettings } from "../invoke";
import { codeSourceOf } from "./code-source";

/** How many runs of a job there are at a time; the others wait. */
const runsAtATime = 5;
const memoryMb: Readonly<Record<string, number>> = {
  BUILD_GENERAL1_SMALL: 3 * 1024,
  BUILD_GENERAL1_MEDIUM: 7 * 1024,
  BUILD_GENERAL1_LARGE: 15 * 1024,
  BUILD_GENERAL1_2XLARGE: 145 * 1024,
};
/** The variable of the project that names the code; other projects do not run here. */
const handlerVariable = "SERVERFORM_JOB_HANDLER";

/** The jobs of a model, which run as functions do: each run in a process of its own. */
export function jobsOf(model: Model): readonly FunctionSettings[] {
  return model.ofType("aws_codebuild_project").flatMap((project) => settingsOf(model, project) ?? []);
}

function settingsOf(model: Model, { address, values }: Resource): FunctionSettings | undefined {
  const environment = block(values, "environment") ?? {};
  const variables = Object.fromEntries(
    blocks(environment, "environment_variable").map((each) => [
      requireText(each, "name"),
      requireText(each, "value"),
    ]),
  );
  const handler = variables[handlerVariable];
  if (handler === undefined) return undefined;
  const name = requireText(values, "name");
  const arn = requireText(values, "arn");
  return {
    id: address,
    name,
    arn,
    region: arn.split(":")[3] || model.region,
    runtime: defaultRuntime,
    handler,
    architecture: "x86_64",
    timeoutSeconds: (number(values, "build_timeout") ?? 60) * 60,
    memoryMb: memoryMb[requireText(environment, "compute_type")] ?? 3 * 1024,
    variables,
    reservedConcurrency: runsAtATime,
    isProcessPerRequest: true,
    logGroup: `/aws/codebuild/${name}`,
    code: codeSourceOf(model, sourceFile(model, text(block(values, "source") ?? {}, "location") ?? "")),
  };
}

/** The file that is uploaded to a place in a bucket. */
function sourceFile(model: Model, location: string): string | undefined {
  const object = model
    .ofType("aws_s3_object")
    .find(({ values }) => `${requireText(values, "bucket")}/${requireText(values, "key")}` === location);
  return object && text(object.values, "source");
}
