import { formatArn } from "../../facts/aws/arns";
import {
  block,
  type Model,
  nameOf,
  number,
  type Resource,
  requireText,
  text,
  textMap,
  texts,
  type Values,
} from "../../model";
import type { CodeSource, FunctionSettings } from "../invoke";
import { codeSourceOf, jobsOf } from "./read-jobs";

const resourceType = "aws_lambda_function";
/** https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html: Timeout and MemorySize */
const defaultTimeoutSeconds = 3;
const defaultMemoryMb = 128;

/** The settings of all functions of a model, and of its jobs, which run like functions. */
export function functionsOf(model: Model): readonly FunctionSettings[] {
  return [...model.ofType(resourceType).map((resource) => settingsOf(model, resource)), ...jobsOf(model)];
}

function settingsOf(model: Model, resource: Resource): FunctionSettings {
  const { values, address } = resource;
  const name = nameOf(resource);
  const arn =
    text(values, "arn") ?? formatArn({ ...model, region: resource.region }, "lambda", `function:${name}`);
  const logging = block(values, "logging_config") ?? {};
  const reserved = number(values, "reserved_concurrent_executions") ?? -1;
  return {
    id: address,
    name,
    arn,
    region: arn.split(":")[3] || model.region,
    runtime: text(values, "runtime"),
    handler: requireText(values, "handler"),
    architecture: text({ first: asList(values.architectures)[0] }, "first") ?? "x86_64",
    timeoutSeconds: number(values, "timeout") ?? defaultTimeoutSeconds,
    memoryMb: number(values, "memory_size") ?? defaultMemoryMb,
    variables: textMap(block(values, "environment") ?? {}, "variables"),
    reservedConcurrency: reserved < 0 ? undefined : reserved,
    logGroup: text(logging, "log_group") ?? `/aws/lambda/${name}`,
    jsonLogLevel:
      text(logging, "log_format") === "JSON" ? (text(logging, "application_log_level") ?? "INFO") : undefined,
    durable: durableOf(values),
    code: codeSourceOf(model, text(values, "filename")),
    ...layersOf(model, values),
  };
}

/** The layers of a function: the code of declared layers, and the ARNs of others. */
function layersOf(model: Model, values: Values): Pick<FunctionSettings, "layers" | "foreignLayers"> {
  const layers: CodeSource[] = [];
  const foreignLayers: string[] = [];
  for (const arn of texts(values, "layers")) {
    const filename = text(model.find("aws_lambda_layer_version", "arn", arn)?.values ?? {}, "filename");
    if (filename === undefined) foreignLayers.push(arn);
    else layers.push(codeSourceOf(model, filename));
  }
  return { ...(layers.length > 0 && { layers }), ...(foreignLayers.length > 0 && { foreignLayers }) };
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_DurableConfig.html */
const defaultRetentionDays = 14;

function durableOf(values: Values): FunctionSettings["durable"] {
  const config = block(values, "durable_config");
  if (config === undefined) return undefined;
  return {
    timeoutSeconds: number(config, "execution_timeout") ?? 0,
    retentionDays: number(config, "retention_period") ?? defaultRetentionDays,
  };
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
