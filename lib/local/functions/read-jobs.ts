import { basename, dirname } from "node:path";
import { defaultRuntime } from "../../bundle";
import { block, blocks, type Model, number, type Resource, requireText, text } from "../../model";
import type { CodeSource, FunctionSettings } from "../invoke";

/** The maximum number of concurrent runs of a job; further runs wait. */
const runsAtATime = 5;
const memoryMb: Readonly<Record<string, number>> = {
  BUILD_GENERAL1_SMALL: 3 * 1024,
  BUILD_GENERAL1_MEDIUM: 7 * 1024,
  BUILD_GENERAL1_LARGE: 15 * 1024,
  BUILD_GENERAL1_2XLARGE: 145 * 1024,
};
/** The project variable with the handler; projects without it do not run here. */
const handlerVariable = "SERVERFORM_JOB_HANDLER";

/** The jobs of a model, as functions: each run has its own process. */
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

function sourceFile(model: Model, location: string): string | undefined {
  const object = model
    .ofType("aws_s3_object")
    .find(({ values }) => `${requireText(values, "bucket")}/${requireText(values, "key")}` === location);
  return object && text(object.values, "source");
}

/** The source of a function's code, from the path of its zip. Terraform writes the zip, so it may not exist yet. */
export function codeSourceOf(model: Model, filename: string | undefined): CodeSource {
  if (filename === undefined) return {};
  return {
    // The output folder of this library holds a zip at `stacks/<stack>/assets/<name>.zip`.
    artifact: { stack: basename(dirname(dirname(filename))), name: basename(filename, ".zip") },
    folder: archivedFolder(model, filename),
    zip: filename,
  };
}

/** The folder that the archive provider packs into the zip. */
function archivedFolder(model: Model, filename: string): string | undefined {
  const archive = model.find("data.archive_file", "output_path", filename);
  if (archive === undefined) return undefined;
  const file = text(archive.values, "source_file");
  return text(archive.values, "source_dir") ?? (file && dirname(file));
}
