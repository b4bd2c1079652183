import type { Model, Resource } from "../model/model";
import { block, nameOf, number, requireText, text, textMap } from "../model/values";

/** What decides how a function runs here. */
export interface FunctionSettings {
  /** Address of its resource. */
  readonly address: string;
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  /** Undefined for a container image. */
  readonly runtime: string | undefined;
  readonly handler: string;
  readonly architecture: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly variables: Readonly<Record<string, string>>;
  /** How many requests it may answer at once; undefined: as many as this machine takes. */
  readonly reservedConcurrency: number | undefined;
  readonly logGroup: string;
  /** Path of its zip, which may not have been written yet. */
  readonly filename: string | undefined;
}

const resourceType = "aws_lambda_function";
/** https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html: Timeout and MemorySize */
const defaultTimeoutSeconds = 3;
const defaultMemoryMb = 128;

/** The functions of a model. */
export function functionsOf(model: Model): readonly FunctionSettings[] {
  return model.ofType(resourceType).map((resource) => settingsOf(model, resource));
}

function settingsOf(model: Model, resource: Resource): FunctionSettings {
  const { values, address } = resource;
  const name = nameOf(resource);
  const arn =
    text(values, "arn") ?? `arn:${model.partition}:lambda:${model.region}:${model.account}:function:${name}`;
  const reserved = number(values, "reserved_concurrent_executions") ?? -1;
  return {
    address,
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
    logGroup: text(block(values, "logging_config") ?? {}, "log_group") ?? `/aws/lambda/${name}`,
    filename: text(values, "filename"),
  };
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
