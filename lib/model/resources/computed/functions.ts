import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { isArn } from "../../../facts/aws/arns";
import { functionUrlHost } from "../../../facts/aws/service-hosts";
import { generateId, generateUuid } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { arn, arnWith, as, generatedName, id } from "./shapes";

function invokeArn(
  known: KnownResource,
  functionArn: string,
  call = "2015-03-31",
  how = "invocations",
): string {
  return arnWith(known, "apigateway", known.region, "lambda", `path/${call}/functions/${functionArn}/${how}`);
}

/** The ARN of a function, from its name or ARN. */
function functionArn(known: KnownResource): string {
  const given = known.text("function_name");
  return isArn(given) ? given : arn(known, "lambda", `function:${given}`);
}

const lambda: ComputedAttributes = {
  id: as("function_name"),
  arn: functionArn,
  invoke_arn: (known) => invokeArn(known, known.text("arn")),
  qualified_arn: (known) => `${known.text("arn")}:${known.text("version")}`,
  qualified_invoke_arn: (known) => invokeArn(known, known.text("qualified_arn")),
  response_streaming_invoke_arn: (known) =>
    invokeArn(known, known.text("arn"), "2021-11-15", "response-streaming-invocations"),
  version: (known) => (String(known.value("publish")) === "true" ? "1" : "$LATEST"),
  // The hash of code that is built on demand.
  source_code_hash: (known) => createHash("sha256").update(`code of ${known.address}`).digest("base64"),
  last_modified: () => "2024-01-01T00:00:00.000+0000",
};

/**
 * Hash of an archive. Terraform writes the archive when it plans, so the file may not exist yet.
 *
 * The hash covers names, sizes and times of the files: it changes with them, and reading all contents would take
 * seconds.
 */
function archiveHash(known: KnownResource): string {
  const folder = known.text("source_dir") || known.text("source_file");
  const written = JSON.stringify([known.value("source"), known.value("source_content")]);
  const hash = createHash("sha256").update(known.address).update(written);
  for (const name of folder === "" ? [] : filesIn(folder)) hash.update(name);
  return hash.digest("hex");
}

function filesIn(file: string): readonly string[] {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [`${path.basename(file)} ${stat.size} ${stat.mtimeMs}\n`];
  const inside = fs.readdirSync(file).sort();
  return inside.flatMap((name) => filesIn(path.join(file, name)));
}

export const functions: Readonly<Record<string, ComputedAttributes>> = {
  aws_codebuild_project: {
    id: as("arn"),
    arn: (known) => arn(known, "codebuild", `project/${known.text("name")}`),
  },
  aws_lambda_function: lambda,
  "data.aws_lambda_function": { ...lambda, version: () => "$LATEST" },
  aws_lambda_alias: {
    id: as("arn"),
    arn: (known) => `${functionArn(known)}:${known.text("name")}`,
    invoke_arn: (known) => invokeArn(known, known.text("arn")),
  },
  aws_lambda_function_url: {
    id: as("function_name"),
    function_arn: functionArn,
    url_id: id(32),
    function_url: (known) => `https://${functionUrlHost(known.text("url_id"), known.region)}/`,
  },
  aws_lambda_layer_version: {
    id: as("arn"),
    arn: (known) => `${known.text("layer_arn")}:${known.text("version")}`,
    layer_arn: (known) => arn(known, "lambda", `layer:${known.text("layer_name")}`),
    version: () => "1",
  },
  aws_lambda_permission: { id: as("statement_id"), statement_id: generatedName("statement_id_prefix") },
  aws_lambda_event_source_mapping: {
    id: as("uuid"),
    uuid: (known) => generateUuid(known.address),
    arn: (known) => arn(known, "lambda", `event-source-mapping:${known.text("uuid")}`),
    function_arn: functionArn,
  },
  aws_lambda_code_signing_config: {
    id: as("arn"),
    config_id: (known) => `csc-${generateId(known.address, 17)}`,
    arn: (known) => arn(known, "lambda", `code-signing-config:${known.text("config_id")}`),
  },
  "data.archive_file": {
    id: as("output_sha"),
    output_sha256: archiveHash,
    output_base64sha256: (known) => Buffer.from(known.text("output_sha256"), "hex").toString("base64"),
    output_sha: (known) => known.text("output_sha256").slice(0, 40),
    output_md5: (known) => known.text("output_sha256").slice(0, 32),
  },
};
