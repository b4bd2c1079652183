/** The loss when a resource is replaced: its data, or the name or address that its users know. */
export interface Holding {
  /** The word that users know it by. */
  readonly noun: string;
  /**
   * Data are lost by a replacement and by a deletion. An address is lost by a replacement only: removing its resource from
   * the app is intentional. The same is true for logs, which go with the function or API that writes them.
   */
  readonly holds: "data" | "address" | "logs";
  /** The effect of a replacement. @default - the data are lost, or the address changes */
  readonly effect?: string;
  /** Whether it belongs to another resource of the table or to a function, which is reported instead. */
  readonly isPart?: boolean;
  /**
   * Attributes that name its owner. A deletion beside a creation for the same owner is a key or id of the app that was renamed, and
   * changes what others know.
   *
   * @default - the two are told apart
   */
  readonly renamedWithin?: readonly string[];
}

const data = (noun: string, more: Partial<Holding> = {}): Holding => ({ noun, holds: "data", ...more });
const address = (noun: string, more: Partial<Holding> = {}): Holding => ({ noun, holds: "address", ...more });
const renamed = { renamedWithin: [] } as const;

/** Types of resources that hold data, or an address that others know: those of the library, and what users add to a stack. */
export const holdings: Readonly<Record<string, Holding>> = {
  aws_s3_bucket: data("bucket"),
  aws_dynamodb_table: data("table"),
  aws_kinesis_stream: data("stream"),
  aws_sqs_queue: data("queue"),
  aws_cognito_user_pool: data("user pool"),
  aws_cognito_user_group: data("group of the user pool", {
    renamedWithin: ["user_pool_id"],
    effect: "its members are lost",
    isPart: true,
  }),
  aws_rds_cluster: data("database"),
  aws_kms_key: data("key"),
  aws_secretsmanager_secret: data("secret"),
  aws_db_instance: data("database"),
  aws_docdb_cluster: data("database"),
  aws_neptune_cluster: data("database"),
  aws_redshift_cluster: data("database"),
  aws_opensearch_domain: data("search domain"),
  aws_elasticache_cluster: data("cache"),
  aws_elasticache_replication_group: data("cache"),
  aws_elasticache_serverless_cache: data("cache"),
  aws_memorydb_cluster: data("cache"),
  aws_efs_file_system: data("file system"),
  aws_fsx_lustre_file_system: data("file system"),
  aws_fsx_windows_file_system: data("file system"),
  aws_fsx_ontap_file_system: data("file system"),
  aws_fsx_openzfs_file_system: data("file system"),
  aws_ebs_volume: data("volume"),
  aws_instance: data("instance"),
  aws_ecr_repository: data("image repository"),
  aws_cloudfront_key_value_store: data("key value store"),
  aws_cloudwatch_event_archive: data("archive of events"),
  aws_backup_vault: data("backup vault"),
  aws_route53_zone: data("hosted zone", { effect: "its name servers change and its records are lost" }),
  aws_cloudwatch_log_group: {
    noun: "log group",
    holds: "logs",
    effect: "its logs are lost",
    isPart: true,
  },
  aws_cognito_identity_pool: address("identity pool", { ...renamed, effect: "its id changes" }),
  aws_cognito_user_pool_client: address("client of the user pool", {
    renamedWithin: ["user_pool_id"],
    effect: "its id changes",
  }),
  aws_cognito_user_pool_domain: address("domain of the user pool"),
  aws_apigatewayv2_api: address("API", renamed),
  aws_api_gateway_rest_api: address("API", renamed),
  aws_apigatewayv2_stage: address("stage", { isPart: true, renamedWithin: ["api_id"] }),
  aws_api_gateway_stage: address("stage", { isPart: true, renamedWithin: ["rest_api_id"] }),
  aws_appsync_graphql_api: address("API", renamed),
  aws_appsync_api: address("API", renamed),
  aws_appsync_api_key: address("API key", { isPart: true, effect: "its value changes" }),
  aws_apigatewayv2_domain_name: address("domain"),
  aws_api_gateway_domain_name: address("domain"),
  aws_appsync_domain_name: address("domain"),
  aws_api_gateway_api_key: address("API key", renamed),
  aws_cloudfront_distribution: address("distribution", renamed),
  aws_lambda_function_url: address("function URL"),
  aws_sns_topic: address("topic", renamed),
  aws_cloudwatch_event_bus: address("event bus", renamed),
  aws_ssm_parameter: address("parameter", {
    isPart: true,
    effect: "its name changes, and values that were set outside of the app are lost",
  }),
  aws_sfn_state_machine: address("state machine", { effect: "its address changes and its history is lost" }),
  aws_rds_cluster_instance: address("instance of the database", {
    isPart: true,
    effect: "the database is down until the new one runs",
  }),
  aws_iam_access_key: address("access key", { effect: "its id and secret change" }),
  aws_eip: address("IP address"),
  aws_lb: address("load balancer"),
  aws_alb: address("load balancer"),
  aws_apprunner_service: address("service"),
};

/** The loss caused by its replacement, or by its deletion if it holds data. */
export function effectOf({ holds, effect }: Holding): string {
  return effect ?? (holds === "data" ? "its data is lost" : "its address changes");
}
