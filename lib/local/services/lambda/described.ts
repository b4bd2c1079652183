import {
  block,
  deployedAtSeconds,
  flag,
  generateUuid,
  number,
  type Resource,
  requireText,
  tagsOf,
  text,
  textMap,
  texts,
  type Values,
} from "../../../model";
import { described } from "../contract/described";
import { lambdaModel } from "./protocol";

/** The answer of an operation about a resource of the app. */
const answerOf = (operation: string, values: Values, given: Values): Values =>
  described(lambdaModel.members("outputs", operation), values, given);

/** A function as the API describes it. Source: https://docs.aws.amazon.com/lambda/latest/api/API_FunctionConfiguration.html */
export function configurationOf({ values }: Resource): object {
  const name = requireText(values, "function_name");
  const variables = textMap(block(values, "environment") ?? {}, "variables");
  const logging = {
    log_format: "Text",
    log_group: `/aws/lambda/${name}`,
    ...block(values, "logging_config"),
  };
  const defaults = {
    description: "",
    timeout: 3,
    memory_size: 128,
    package_type: "Zip",
    architectures: ["x86_64"],
    tracing_config: [{ mode: "PassThrough" }],
    ephemeral_storage: [{ size: 512 }],
  };
  return answerOf(
    "GetFunctionConfiguration",
    { ...defaults, ...known(values), logging_config: [known(logging)] },
    {
      FunctionArn: requireText(values, "arn"),
      CodeSha256: text(values, "source_code_hash"),
      Version: "$LATEST",
      Environment: Object.keys(variables).length === 0 ? undefined : { Variables: variables },
      RevisionId: generateUuid(`revision of ${name}`),
      Layers: texts(values, "layers").map((Arn) => ({ Arn })),
      State: "Active",
      LastUpdateStatus: "Successful",
    },
  );
}

/** The attributes that have a value. */
const known = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => [value ?? []].flat().length > 0));

/** The answer of `GetFunction`. The code is on this machine, so that there is no address to load it from. */
export function functionOf(resource: Resource): object {
  const { values } = resource;
  const image = text(values, "image_uri");
  const tags = tagsOf(values);
  return {
    Configuration: configurationOf(resource),
    Code: image === undefined ? { RepositoryType: "S3" } : { RepositoryType: "ECR", ImageUri: image },
    Tags: Object.keys(tags).length === 0 ? undefined : tags,
    Concurrency: isReserved(values) ? concurrencyOf(values) : undefined,
  };
}

/** -1 reserves nothing. */
const isReserved = (values: Values): boolean => (number(values, "reserved_concurrent_executions") ?? -1) >= 0;

export function concurrencyOf(values: Values): object {
  if (!isReserved(values)) return {};
  return { ReservedConcurrentExecutions: number(values, "reserved_concurrent_executions") };
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_GetFunctionUrlConfig.html */
export function urlOf(values: Values, functionArn: string): object {
  const created = new Date(1000 * deployedAtSeconds).toISOString();
  const cors = block(values, "cors");
  const defaults = {
    invoke_mode: "BUFFERED",
    ...values,
    cors: cors && { allow_credentials: false, ...cors },
  };
  return answerOf("GetFunctionUrlConfig", defaults, {
    FunctionArn: functionArn,
    AuthType: requireText(values, "authorization_type"),
    CreationTime: created,
    LastModifiedTime: created,
  });
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_EventSourceMappingConfiguration.html */
export const mappingOf = ({ values, address }: Resource): object =>
  answerOf("GetEventSourceMapping", values, {
    UUID: mappingId({ values, address }),
    State: flag(values, "enabled") === false ? "Disabled" : "Enabled",
    LastModified: deployedAtSeconds,
  });

/** The id of an event source mapping, which AWS gives. */
export function mappingId({ values, address }: Pick<Resource, "values" | "address">): string {
  return text(values, "uuid") ?? generateUuid(address);
}

export const aliasOf = ({ values }: Resource): object =>
  answerOf("GetAlias", { description: "", ...values }, { AliasArn: requireText(values, "arn") });
