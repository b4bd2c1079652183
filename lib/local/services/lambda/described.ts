import {
  block,
  blocks,
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

/** A function as the API describes it. Source: https://docs.aws.amazon.com/lambda/latest/api/API_FunctionConfiguration.html */
export function configurationOf({ values }: Resource): object {
  const name = requireText(values, "function_name");
  const variables = textMap(block(values, "environment") ?? {}, "variables");
  const network = block(values, "vpc_config");
  const logging = block(values, "logging_config") ?? {};
  const deadLetters = text(block(values, "dead_letter_config") ?? {}, "target_arn");
  return {
    FunctionName: name,
    FunctionArn: requireText(values, "arn"),
    Runtime: text(values, "runtime"),
    Role: requireText(values, "role"),
    Handler: text(values, "handler"),
    Description: text(values, "description") ?? "",
    Timeout: number(values, "timeout") ?? 3,
    MemorySize: number(values, "memory_size") ?? 128,
    LastModified: text(values, "last_modified"),
    CodeSha256: text(values, "source_code_hash"),
    Version: "$LATEST",
    Environment: Object.keys(variables).length === 0 ? undefined : { Variables: variables },
    VpcConfig: network && {
      SubnetIds: texts(network, "subnet_ids"),
      SecurityGroupIds: texts(network, "security_group_ids"),
    },
    DeadLetterConfig: deadLetters === undefined ? undefined : { TargetArn: deadLetters },
    KMSKeyArn: text(values, "kms_key_arn"),
    TracingConfig: { Mode: text(block(values, "tracing_config") ?? {}, "mode") ?? "PassThrough" },
    RevisionId: generateUuid(`revision of ${name}`),
    Layers: texts(values, "layers").map((Arn) => ({ Arn })),
    State: "Active",
    LastUpdateStatus: "Successful",
    PackageType: text(values, "package_type") ?? "Zip",
    Architectures: texts(values, "architectures").length === 0 ? ["x86_64"] : texts(values, "architectures"),
    EphemeralStorage: { Size: number(block(values, "ephemeral_storage") ?? {}, "size") ?? 512 },
    LoggingConfig: {
      LogFormat: text(logging, "log_format") ?? "Text",
      ApplicationLogLevel: text(logging, "application_log_level"),
      SystemLogLevel: text(logging, "system_log_level"),
      LogGroup: text(logging, "log_group") ?? `/aws/lambda/${name}`,
    },
  };
}

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
  const cors = block(values, "cors");
  const created = new Date(1000 * deployedAtSeconds).toISOString();
  return {
    FunctionUrl: requireText(values, "function_url"),
    FunctionArn: functionArn,
    AuthType: requireText(values, "authorization_type"),
    Cors: cors && {
      AllowCredentials: flag(cors, "allow_credentials") ?? false,
      AllowHeaders: texts(cors, "allow_headers"),
      AllowMethods: texts(cors, "allow_methods"),
      AllowOrigins: texts(cors, "allow_origins"),
      ExposeHeaders: texts(cors, "expose_headers"),
      MaxAge: number(cors, "max_age"),
    },
    InvokeMode: text(values, "invoke_mode") ?? "BUFFERED",
    CreationTime: created,
    LastModifiedTime: created,
  };
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_EventSourceMappingConfiguration.html */
export function mappingOf({ values, address }: Resource): object {
  const filters = blocks(block(values, "filter_criteria") ?? {}, "filter");
  return {
    UUID: mappingId({ values, address }),
    EventSourceArn: text(values, "event_source_arn"),
    FunctionArn: text(values, "function_arn"),
    State: flag(values, "enabled") === false ? "Disabled" : "Enabled",
    BatchSize: number(values, "batch_size"),
    MaximumBatchingWindowInSeconds: number(values, "maximum_batching_window_in_seconds"),
    StartingPosition: text(values, "starting_position"),
    FunctionResponseTypes: texts(values, "function_response_types"),
    FilterCriteria:
      filters.length === 0
        ? undefined
        : { Filters: filters.map((each) => ({ Pattern: text(each, "pattern") })) },
    LastModified: deployedAtSeconds,
  };
}

/** The id of an event source mapping, which AWS gives. */
export function mappingId({ values, address }: Pick<Resource, "values" | "address">): string {
  return text(values, "uuid") ?? generateUuid(address);
}

export function aliasOf({ values }: Resource): object {
  return {
    AliasArn: requireText(values, "arn"),
    Name: requireText(values, "name"),
    FunctionVersion: requireText(values, "function_version"),
    Description: text(values, "description") ?? "",
  };
}
