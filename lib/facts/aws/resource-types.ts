/** The effect of creating a resource while its predecessor still exists. */
export type SecondCreation =
  /** It makes another one: AWS generates the id, or the end of the name. Both exist for a while. */
  | "another"
  /** It returns or overwrites the first one. Destroying the predecessor afterwards destroys it. */
  | "taken"
  /** It fails: the name or place is in use. */
  | "refused"
  /** Nothing happens: the resource exists in the state of Terraform only. */
  | "nothing";

/** The data or the address that is lost when a resource is replaced. */
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
   * Attributes that name its owner. A deletion together with a creation for the same owner means that a key or id of the app
   * was renamed, which changes the address. `false` if a successor is a different thing.
   *
   * @default - a resource with an address has no owner; for other resources, a deletion is a loss in any case
   */
  readonly renamedWithin?: readonly string[] | false;
  /** A replacement changes the address only if one of these attributes changes. @default - each replacement changes it */
  readonly keptUnless?: readonly string[];
  /**
   * A computed attribute that the provider writes when it reads the resource at the end of its creation. A resource that Terraform has
   * marked as tainted and that lacks the attribute was never complete, so that it holds nothing.
   *
   * @default arn
   */
  readonly completeWith?: string;
  /**
   * Whether the library always creates a resource that refers to it. A resource is created only when the resources that it refers
   * to are complete, so that a tainted resource without references was never complete.
   *
   * @default false
   */
  readonly isAlwaysReferred?: boolean;
}

/** The access that a sender needs to a destination: as a name in `permissions`, and as an action. */
export interface Destination {
  readonly noun: string;
  readonly access: string;
  readonly action: string;
}

export type MapKind =
  | "api"
  | "function"
  | "queue"
  | "topic"
  | "bus"
  | "table"
  | "bucket"
  | "stream"
  | "database"
  | "users"
  | "site";

/** Attributes that form the id of an import, after the text between them. */
export type ImportId = readonly [separator: string, ...attributes: string[]] | "nothing";

/** The resources that stay in the account with one that holds data, when an app without a removal policy is removed. */
export interface Keeping {
  /** Whether its removal deletes data. Other types are only kept with one that does. @default false */
  readonly hasData?: boolean;
  /** Types that it refers to and cannot be used or removed without. A table without its KMS key is unreadable. */
  readonly needs?: readonly string[];
  /** Types that refer to it, and protect it, configure it or hold a part of its data. */
  readonly companions?: readonly string[];
  /** Attributes by which companions name it. @default - `id`, `arn`, `name` */
  readonly namedBy?: readonly string[];
}

export interface ResourceType {
  readonly again: SecondCreation;
  /**
   * Whether it is created before its predecessor is destroyed: both can exist, and the library lets it refer only to
   * resources of the same kind. Terraform extends the order to all resources that a resource refers to, and fails with a
   * cycle if the order changes together with the references, so the order is fixed for each type.
   *
   * @default false
   */
  readonly isCreatedFirst?: boolean;
  /**
   * Whether only a new name replaces it, so that a replacement never has the name of its predecessor. Terraform would
   * overwrite a tainted one and then delete it: `deploy` removes the taint first.
   *
   * @default false
   */
  readonly isReplacedByName?: boolean;
  /** The argument that gives it a fixed name. Without it, AWS or the provider generates the name. @default - it always has one */
  readonly fixedBy?: string;
  /** The attributes by which AWS identifies resources of the type. @default - the id that AWS generates */
  readonly identity?: readonly string[];
  /** Types of resources that refer to it. AWS does not delete it while they do. @default - AWS deletes it, though it is in use */
  readonly protectedBy?: readonly string[];
  /**
   * Whether it may be replaced together with a resource that AWS protects because of it. Until the new one exists, requests to it fail.
   *
   * @default false
   */
  readonly isReplaceable?: boolean;
  /**
   * The argument that names its parent, if the provider changes that argument in place although AWS cannot. It is replaced
   * together with the parent.
   */
  readonly partOf?: string;
  /** Attributes as text, with `{attribute}` for an argument with a literal value, and `{region}`, `{account}` and `{partition}`. */
  readonly texts?: Readonly<Record<string, string>>;
  /**
   * Attributes whose change replaces it, as the provider's documentation says ("Forces new resource"). The schema does not
   * contain this.
   *
   * @default - not listed; only a plan shows it
   */
  readonly replacedBy?: readonly string[];
  readonly holding?: Holding;
  /**
   * The resources that a removal keeps with it.
   *
   * Not kept, although they refer to kept data: notifications of a bucket and replication, which name functions, queues and roles that
   * are removed; objects and items that the app itself writes; instances and proxies of a cluster, which cost money and hold no data;
   * rules of security groups, which may name groups that are removed; the roles of an identity pool.
   */
  readonly keeping?: Keeping;
  /**
   * Attributes that form the id of an import, with the texts between them. `"nothing"` if the provider does not import it.
   *
   * Source: section "Import" of the page of each type, https://registry.terraform.io/providers/hashicorp/aws/latest/docs
   *
   * @default - its id in the state; before it exists, its identity, if that is one attribute
   */
  readonly importedBy?: ImportId;
  /** The argument with its name. @default - it has none that users know */
  readonly name?: string;
  /** Whether it holds data, runs code or is called, so that it needs an owner. @default false */
  readonly isMain?: boolean;
  /**
   * Whether it belongs to the resource that refers to it, and not the other way round: the log group of a stage, the certificate of a
   * domain, the role of a function.
   *
   * @default false
   */
  readonly isServant?: boolean;
  /**
   * Whether a deployment of a REST API is a snapshot of it.
   *
   * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/updating-api.html
   *
   * @default false
   */
  readonly isDeployed?: boolean;
  /** An attribute whose value is a secret. */
  readonly secret?: string;
  /**
   * Arguments in which AWS refuses a resource of another region. The name of a block stands for all arguments in it. Where AWS accepts
   * one, as for the function of an API or the queue of a subscription, the argument is not listed.
   */
  readonly sameRegion?: readonly string[];
  /**
   * Whether it never contains a function, so that a function may wait for resources that refer to it. Types that take
   * functions or their roles are not leaves: functions, user pools with their triggers, stages, integrations.
   *
   * @default false
   */
  readonly isLeaf?: boolean;
  /** The access that Lambda needs to send records of invocations to it. @default - Lambda does not send there */
  readonly destination?: Destination;
  /**
   * The access that Lambda needs to read it as the event source of a function, by its name in `permissions`.
   *
   * @default - it is not an event source with permissions
   */
  readonly readAccess?: string;
  /** Its drawing in the map of an app. @default - the map leaves it out */
  readonly mapKind?: MapKind;
  /** The attribute that protects it from being deleted, with the value that does. @default - it has none */
  readonly deletionProtection?: readonly [attribute: string, value: unknown];
  /** The attribute by which its parts name it, and the attribute of its own that they name. @default - it has no parts of other types */
  readonly namedByParts?: readonly [attribute: string, own: string];
  /**
   * The resource that its `policy` decides about: an attribute with the ARN, or with the name of a resource of a type, or with another
   * attribute of it (`by`).
   *
   * @default - it has no resource policy
   */
  readonly policyOf?: { readonly attribute: string; readonly type?: string; readonly by?: string };
  /**
   * Whether CloudFront accepts it only from one region, so that an app also declares it there.
   *
   * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html
   *
   * @default false
   */
  readonly isForCloudFront?: boolean;
  /** The page of AWS, of the provider or of its users that documents these facts. */
  readonly source: string;
}

const aws = "https://docs.aws.amazon.com";
const provider = "https://github.com/hashicorp/terraform-provider-aws";
const service = (name: string): string => `${provider}/tree/main/internal/service/${name}`;

const httpApi = (operation: string) => `${aws}/apigatewayv2/latest/api-reference/${operation}.html`;
const restApi = (operation: string) => `${aws}/apigateway/latest/api/API_${operation}.html`;
const appSync = (operation: string) => `${aws}/appsync/latest/APIReference/API_${operation}.html`;
const autoScaling = (operation: string) =>
  `${aws}/autoscaling/application/APIReference/API_${operation}.html`;
const cloudFront = (operation: string) => `${aws}/cloudfront/latest/APIReference/API_${operation}.html`;
const cognito = (operation: string) =>
  `${aws}/cognito-user-identity-pools/latest/APIReference/API_${operation}.html`;
const ec2 = (operation: string) => `${aws}/AWSEC2/latest/APIReference/API_${operation}.html`;
const events = (operation: string) => `${aws}/eventbridge/latest/APIReference/API_${operation}.html`;
const iam = (operation: string) => `${aws}/IAM/latest/APIReference/API_${operation}.html`;
const lambda = (operation: string) => `${aws}/lambda/latest/api/API_${operation}.html`;
const loadBalancing = (operation: string) =>
  `${aws}/elasticloadbalancing/latest/APIReference/API_${operation}.html`;
const logs = (operation: string) => `${aws}/AmazonCloudWatchLogs/latest/APIReference/API_${operation}.html`;
const rds = (operation: string) => `${aws}/AmazonRDS/latest/APIReference/API_${operation}.html`;
const s3 = (operation: string) => `${aws}/AmazonS3/latest/API/API_${operation}.html`;
const sns = (operation: string) => `${aws}/sns/latest/api/API_${operation}.html`;

type Facts = Omit<ResourceType, "again" | "source">;
const another = (source: string, facts: Facts = {}): ResourceType => ({ again: "another", source, ...facts });
const refused = (identity: readonly string[], source: string, facts: Facts = {}): ResourceType => ({
  again: "refused",
  identity,
  source,
  ...facts,
});
const taken = (identity: readonly string[], source: string, facts: Facts = {}): ResourceType => ({
  ...refused(identity, source, facts),
  again: "taken",
});
const nothing = (source: string, facts: Facts = {}): ResourceType => ({ again: "nothing", source, ...facts });

const holding =
  (holds: Holding["holds"]) =>
  (noun: string, replacedBy: readonly string[], more: Partial<Holding> = {}): Facts => ({
    replacedBy,
    holding: { noun, holds, ...more },
  });
const data = holding("data");
const address = holding("address");

const distribution = ["aws_cloudfront_distribution"];
/** A part of a function: the provider creates it by an operation on the function, in its own region. */
const ofFunction = ["function_name"];
const method = ["rest_api_id", "resource_id", "http_method"];
const response = [...method, "status_code"];

/**
 * The resource types that the library makes, and those of which users lose data or an address.
 *
 * These facts decide in which order Terraform replaces a resource, what a deployment reports before it destroys something, and how
 * `deploy` treats a resource whose creation was interrupted. A type that is not here is never created first.
 */
export const resourceTypes: Readonly<Record<string, ResourceType>> = {
  aws_acm_certificate: another(`${aws}/acm/latest/APIReference/API_RequestCertificate.html`, {
    isForCloudFront: true,
    isServant: true,
    isCreatedFirst: true,
    // https://docs.aws.amazon.com/acm/latest/APIReference/API_DeleteCertificate.html
    protectedBy: [
      "aws_api_gateway_domain_name",
      "aws_apigatewayv2_domain_name",
      "aws_appsync_domain_name",
      "aws_cloudfront_distribution",
      "aws_cognito_user_pool_domain",
    ],
    keeping: {
      companions: ["aws_acm_certificate_validation", "aws_route53_record"],
      namedBy: ["arn", "domain_validation_options"],
    },
  }),
  aws_acm_certificate_validation: nothing(service("acm"), {
    isForCloudFront: true,
    isServant: true,
    importedBy: "nothing",
  }),

  aws_api_gateway_account: taken([], restApi("UpdateAccount")),
  aws_api_gateway_api_key: another(restApi("CreateApiKey"), {
    secret: "value",
    fixedBy: "value",
    ...address("API key", ["value"]),
  }),
  aws_api_gateway_authorizer: refused(["rest_api_id", "name"], restApi("CreateAuthorizer"), {
    isDeployed: true,
    // https://github.com/hashicorp/terraform-provider-aws/issues/14812
    protectedBy: ["aws_api_gateway_method"],
  }),
  aws_api_gateway_base_path_mapping: refused(["domain_name", "base_path"], restApi("CreateBasePathMapping"), {
    isReplaceable: true,
    importedBy: ["/", "domain_name", "base_path"],
  }),
  // The provider advises to create a deployment first, since a stage refers to it: https://github.com/hashicorp/terraform-provider-aws/issues/19805
  aws_api_gateway_deployment: another(restApi("CreateDeployment"), {
    isCreatedFirst: true,
    protectedBy: ["aws_api_gateway_stage"],
  }),
  aws_api_gateway_documentation_part: refused(
    ["rest_api_id", "location"],
    restApi("CreateDocumentationPart"),
    { isDeployed: true },
  ),
  aws_api_gateway_domain_name: refused(["domain_name"], restApi("CreateDomainName"), {
    ...address("domain", ["domain_name"]),
  }),
  aws_api_gateway_domain_name_access_association: refused(
    ["domain_name_arn", "access_association_source"],
    restApi("CreateDomainNameAccessAssociation"),
  ),
  aws_api_gateway_gateway_response: taken(["rest_api_id", "response_type"], restApi("PutGatewayResponse"), {
    isDeployed: true,
  }),
  aws_api_gateway_integration: taken(method, restApi("PutIntegration"), { isDeployed: true }),
  aws_api_gateway_integration_response: taken(response, restApi("PutIntegrationResponse"), {
    isDeployed: true,
  }),
  aws_api_gateway_method: refused(method, restApi("PutMethod"), {
    isDeployed: true,
    importedBy: ["/", "rest_api_id", "resource_id", "http_method"],
  }),
  aws_api_gateway_method_response: refused(response, restApi("PutMethodResponse"), {
    isDeployed: true,
    importedBy: ["/", "rest_api_id", "resource_id", "http_method", "status_code"],
  }),
  aws_api_gateway_method_settings: taken(
    ["rest_api_id", "stage_name", "method_path"],
    restApi("UpdateStage"),
  ),
  aws_api_gateway_model: refused(["rest_api_id", "name"], restApi("CreateModel"), {
    isDeployed: true,
    // https://docs.aws.amazon.com/apigateway/latest/api/API_DeleteModel.html
    protectedBy: ["aws_api_gateway_method"],
    importedBy: ["/", "rest_api_id", "name"],
  }),
  aws_api_gateway_request_validator: another(restApi("CreateRequestValidator"), {
    isDeployed: true,
    // https://docs.aws.amazon.com/apigateway/latest/api/API_DeleteRequestValidator.html
    protectedBy: ["aws_api_gateway_method"],
  }),
  aws_api_gateway_resource: refused(["rest_api_id", "parent_id", "path_part"], restApi("CreateResource"), {
    isDeployed: true,
  }),
  aws_api_gateway_rest_api: another(restApi("CreateRestApi"), {
    namedByParts: ["rest_api_id", "id"],
    mapKind: "api",
    // Methods, integrations and authorizers are separate resources.
    isLeaf: true,
    name: "name",
    isMain: true,
    isCreatedFirst: true,
    ...address("API", [], { isAlwaysReferred: true, completeWith: "root_resource_id" }),
  }),
  aws_api_gateway_rest_api_policy: taken(["rest_api_id"], restApi("UpdateRestApi"), { isDeployed: true }),
  aws_api_gateway_stage: refused(["rest_api_id", "stage_name"], restApi("CreateStage"), {
    // https://github.com/hashicorp/terraform-provider-aws/issues/41651
    protectedBy: [
      "aws_api_gateway_base_path_mapping",
      "aws_api_gateway_usage_plan",
      "aws_apigatewayv2_api_mapping",
    ],
    ...address("stage", ["rest_api_id", "stage_name"], {
      isPart: true,
      renamedWithin: ["rest_api_id"],
      completeWith: "invoke_url",
    }),
    importedBy: ["/", "rest_api_id", "stage_name"],
  }),
  // A replacement resets its counts.
  aws_api_gateway_usage_plan: another(restApi("CreateUsagePlan"), { isReplaceable: true }),
  aws_api_gateway_usage_plan_key: refused(["usage_plan_id", "key_id"], restApi("CreateUsagePlanKey"), {
    importedBy: ["/", "usage_plan_id", "key_id"],
  }),
  aws_api_gateway_vpc_link: another(restApi("CreateVpcLink"), {
    // https://github.com/hashicorp/terraform-provider-aws/issues/12195
    protectedBy: ["aws_api_gateway_integration"],
  }),

  aws_apigatewayv2_api: another(httpApi("apis"), {
    namedByParts: ["api_id", "id"],
    mapKind: "api",
    // Routes, integrations and authorizers are separate resources.
    isLeaf: true,
    name: "name",
    isMain: true,
    isCreatedFirst: true,
    // https://github.com/gruntwork-io/cloud-nuke/issues/370
    protectedBy: ["aws_apigatewayv2_api_mapping"],
    ...address("API", ["protocol_type"], { isAlwaysReferred: true, completeWith: "api_endpoint" }),
  }),
  aws_apigatewayv2_api_mapping: refused(
    ["domain_name", "api_mapping_key"],
    httpApi("domainnames-domainname-apimappings"),
    {
      isReplaceable: true,
    },
  ),
  aws_apigatewayv2_authorizer: refused(["api_id", "name"], httpApi("apis-apiid-authorizers"), {
    // https://github.com/hashicorp/terraform-provider-aws/pull/37732
    protectedBy: ["aws_apigatewayv2_route"],
  }),
  aws_apigatewayv2_domain_name: refused(["domain_name"], httpApi("domainnames"), {
    ...address("domain", ["domain_name"]),
  }),
  aws_apigatewayv2_integration: another(httpApi("apis-apiid-integrations"), {
    isReplaceable: true,
    // https://github.com/terraform-aws-modules/terraform-aws-apigateway-v2/pull/55
    protectedBy: ["aws_apigatewayv2_route"],
  }),
  aws_apigatewayv2_route: refused(["api_id", "route_key"], httpApi("apis-apiid-routes"), {
    isReplaceable: true,
    ...address("route", ["api_id"], {
      isPart: true,
      renamedWithin: false,
      keptUnless: ["api_id"],
      completeWith: "id",
    }),
  }),
  aws_apigatewayv2_routing_rule: refused(
    ["domain_name", "priority"],
    httpApi("domainnames-domainname-routingrules"),
  ),
  aws_apigatewayv2_stage: refused(["api_id", "name"], httpApi("apis-apiid-stages"), {
    // https://github.com/gruntwork-io/cloud-nuke/issues/370
    protectedBy: ["aws_apigatewayv2_api_mapping"],
    ...address("stage", ["api_id", "name"], {
      isPart: true,
      renamedWithin: ["api_id"],
      completeWith: "invoke_url",
    }),
    importedBy: ["/", "api_id", "name"],
  }),
  aws_apigatewayv2_vpc_link: another(httpApi("vpclinks"), {
    // https://github.com/hashicorp/terraform-provider-aws/issues/12195
    protectedBy: ["aws_api_gateway_integration", "aws_apigatewayv2_integration"],
  }),

  aws_appsync_api: another(appSync("CreateApi"), {
    mapKind: "api",
    ...address("API", [], { isAlwaysReferred: true, completeWith: "api_arn" }),
  }),
  aws_appsync_api_cache: refused(["api_id"], appSync("CreateApiCache")),
  aws_appsync_api_key: another(appSync("CreateApiKey"), {
    secret: "key",
    partOf: "api_id",
    ...address("API key", ["api_id"], {
      isPart: true,
      renamedWithin: ["api_id"],
      effect: "its value changes",
      completeWith: "key",
    }),
  }),
  aws_appsync_channel_namespace: refused(["api_id", "name"], appSync("CreateChannelNamespace"), {
    isReplaceable: true,
    importedBy: [",", "api_id", "name"],
  }),
  aws_appsync_datasource: refused(["api_id", "name"], appSync("CreateDataSource"), {
    partOf: "api_id",
    // https://github.com/aws/aws-appsync-community/issues/28
    protectedBy: ["aws_appsync_channel_namespace", "aws_appsync_function", "aws_appsync_resolver"],
    importedBy: ["-", "api_id", "name"],
  }),
  aws_appsync_domain_name: refused(["domain_name"], appSync("CreateDomainName"), {
    ...address("domain", ["domain_name", "certificate_arn"], { completeWith: "appsync_domain_name" }),
  }),
  aws_appsync_domain_name_api_association: refused(["domain_name"], appSync("AssociateApi")),
  aws_appsync_function: another(appSync("CreateFunction"), {
    isReplaceable: true,
    // https://github.com/hashicorp/terraform-provider-aws/issues/15480
    protectedBy: ["aws_appsync_resolver"],
  }),
  aws_appsync_graphql_api: another(appSync("CreateGraphqlApi"), {
    mapKind: "api",
    name: "name",
    isMain: true,
    ...address("API", ["api_type", "visibility"], { isAlwaysReferred: true }),
  }),
  aws_appsync_resolver: refused(["api_id", "type", "field"], appSync("CreateResolver"), {
    isReplaceable: true,
    importedBy: ["-", "api_id", "type", "field"],
  }),

  aws_cloudfront_cache_policy: refused(["name"], cloudFront("CreateCachePolicy"), {
    protectedBy: distribution,
  }),
  aws_cloudfront_distribution: another(cloudFront("CreateDistribution"), {
    mapKind: "site",
    isMain: true,
    fixedBy: "aliases",
    identity: ["aliases"],
    ...address("distribution", []),
  }),
  aws_cloudfront_function: refused(["name"], cloudFront("CreateFunction"), { protectedBy: distribution }),
  aws_cloudfront_origin_access_control: refused(["name"], cloudFront("CreateOriginAccessControl"), {
    protectedBy: distribution,
  }),
  aws_cloudfront_response_headers_policy: refused(["name"], cloudFront("CreateResponseHeadersPolicy"), {
    protectedBy: distribution,
  }),

  aws_cloudwatch_event_bus: refused(["name"], events("CreateEventBus"), {
    destination: { noun: "event bus", access: "grantPutEventsTo", action: "events:PutEvents" },
    mapKind: "bus",
    // Rules and targets are separate resources.
    isLeaf: true,
    name: "name",
    isMain: true,
    texts: {
      name: "{name}",
      id: "{name}",
      arn: "arn:{partition}:events:{region}:{account}:event-bus/{name}",
    },
    ...address("event bus", ["name", "event_source_name"]),
  }),
  aws_cloudwatch_event_bus_policy: taken(["event_bus_name"], events("PutPermission"), {
    policyOf: { attribute: "event_bus_name", type: "aws_cloudwatch_event_bus" },
  }),
  aws_cloudwatch_event_rule: taken(["event_bus_name", "name"], events("PutRule"), {
    fixedBy: "name",
  }),
  aws_cloudwatch_event_target: taken(["event_bus_name", "rule", "target_id"], events("PutTargets"), {
    // An event bus may be in any region, so the check skips it: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-targets.html
    sameRegion: ["arn"],
    fixedBy: "target_id",
  }),
  aws_cloudwatch_log_group: refused(["name"], logs("CreateLogGroup"), {
    // Subscription filters are separate resources.
    isLeaf: true,
    name: "name",
    isMain: true,
    isServant: true,
    fixedBy: "name",
    texts: { name: "{name}", id: "{name}", arn: "arn:{partition}:logs:{region}:{account}:log-group:{name}" },
    ...holding("logs")("log group", ["name", "name_prefix", "log_group_class"], {
      isPart: true,
      isAlwaysReferred: true,
      effect: "its logs are lost",
    }),
  }),
  aws_cloudwatch_log_resource_policy: taken(["policy_name"], logs("PutResourcePolicy")),
  aws_cloudwatch_log_subscription_filter: taken(["log_group_name", "name"], logs("PutSubscriptionFilter")),

  aws_codebuild_project: refused(["name"], `${aws}/codebuild/latest/APIReference/API_CreateProject.html`, {
    name: "name",
    isMain: true,
  }),

  aws_cognito_identity_pool: another(
    `${aws}/cognitoidentity/latest/APIReference/API_CreateIdentityPool.html`,
    {
      ...address("identity pool", ["developer_provider_name"], {
        effect: "its id changes",
      }),
      // Users are known by their ids in it, for example in the paths of their files.
      keeping: { companions: ["aws_cognito_identity_pool_provider_principal_tag"] },
    },
  ),
  aws_cognito_identity_pool_roles_attachment: taken(
    ["identity_pool_id"],
    `${aws}/cognitoidentity/latest/APIReference/API_SetIdentityPoolRoles.html`,
  ),
  aws_cognito_identity_provider: refused(
    ["user_pool_id", "provider_name"],
    cognito("CreateIdentityProvider"),
    { importedBy: [":", "user_pool_id", "provider_name"] },
  ),
  aws_cognito_log_delivery_configuration: taken(["user_pool_id"], cognito("SetLogDeliveryConfiguration"), {
    importedBy: ["", "user_pool_id"],
  }),
  aws_cognito_managed_login_branding: refused(
    ["user_pool_id", "client_id"],
    cognito("CreateManagedLoginBranding"),
    { importedBy: [",", "user_pool_id", "managed_login_branding_id"] },
  ),
  aws_cognito_resource_server: refused(["user_pool_id", "identifier"], cognito("CreateResourceServer"), {
    importedBy: ["|", "user_pool_id", "identifier"],
  }),
  aws_cognito_risk_configuration: taken(["user_pool_id", "client_id"], cognito("SetRiskConfiguration")),
  aws_cognito_user_group: refused(["user_pool_id", "name"], cognito("CreateGroup"), {
    ...data("group of the user pool", ["name", "user_pool_id"], {
      renamedWithin: ["user_pool_id"],
      effect: "its members are lost",
      isPart: true,
      completeWith: "id",
    }),
    importedBy: ["/", "user_pool_id", "name"],
  }),
  aws_cognito_user_pool: another(cognito("CreateUserPool"), {
    deletionProtection: ["deletion_protection", "ACTIVE"],
    mapKind: "users",
    name: "name",
    isMain: true,
    // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
    sameRegion: ["lambda_config"],
    ...data("user pool", ["alias_attributes", "username_attributes", "username_configuration"], {
      isAlwaysReferred: true,
      completeWith: "endpoint",
    }),
    keeping: {
      hasData: true,
      needs: ["aws_kms_key"],
      companions: [
        "aws_cognito_identity_pool",
        "aws_cognito_identity_provider",
        "aws_cognito_log_delivery_configuration",
        "aws_cognito_managed_login_branding",
        "aws_cognito_managed_user_pool_client",
        "aws_cognito_resource_server",
        "aws_cognito_risk_configuration",
        "aws_cognito_user",
        "aws_cognito_user_group",
        "aws_cognito_user_in_group",
        "aws_cognito_user_pool_client",
        "aws_cognito_user_pool_domain",
        "aws_cognito_user_pool_ui_customization",
      ],
    },
  }),
  aws_cognito_user_pool_client: another(cognito("CreateUserPoolClient"), {
    secret: "client_secret",
    ...address("client of the user pool", ["user_pool_id", "generate_secret"], {
      renamedWithin: ["user_pool_id"],
      effect: "its id changes",
      completeWith: "client_secret",
    }),
    importedBy: ["/", "user_pool_id", "id"],
  }),
  aws_cognito_user_pool_domain: refused(["domain"], cognito("CreateUserPoolDomain"), {
    name: "domain",
    ...address("domain of the user pool", ["domain", "user_pool_id", "certificate_arn"], {
      completeWith: "cloudfront_distribution",
    }),
    // AWS does not delete a certificate that the domain uses, and renews it through its DNS records.
    keeping: {
      needs: ["aws_acm_certificate"],
      companions: ["aws_route53_record"],
      namedBy: ["cloudfront_distribution", "cloudfront_distribution_arn"],
    },
  }),

  aws_db_subnet_group: refused(["name"], rds("CreateDBSubnetGroup"), {
    name: "name",
    fixedBy: "name",
  }),

  aws_dynamodb_kinesis_streaming_destination: refused(
    ["table_name", "stream_arn"],
    `${aws}/amazondynamodb/latest/APIReference/API_EnableKinesisStreamingDestination.html`,
  ),
  aws_dynamodb_resource_policy: taken(
    ["resource_arn"],
    `${aws}/amazondynamodb/latest/APIReference/API_PutResourcePolicy.html`,
    { policyOf: { attribute: "resource_arn" }, importedBy: ["", "resource_arn"] },
  ),
  aws_dynamodb_table: refused(["name"], `${aws}/amazondynamodb/latest/APIReference/API_CreateTable.html`, {
    deletionProtection: ["deletion_protection_enabled", true],
    readAccess: "grantStreamRead",
    mapKind: "table",
    isLeaf: true,
    name: "name",
    isMain: true,
    texts: { name: "{name}", id: "{name}", arn: "arn:{partition}:dynamodb:{region}:{account}:table/{name}" },
    ...data("table", ["name", "hash_key", "range_key", "local_secondary_index"]),
    keeping: {
      hasData: true,
      needs: ["aws_kms_key"],
      companions: [
        "aws_appautoscaling_policy",
        "aws_appautoscaling_scheduled_action",
        "aws_appautoscaling_target",
        "aws_dynamodb_contributor_insights",
        "aws_dynamodb_kinesis_streaming_destination",
        "aws_dynamodb_resource_policy",
        "aws_dynamodb_table_replica",
        "aws_dynamodb_tag",
      ],
    },
  }),

  aws_iam_openid_connect_provider: refused(["url"], iam("CreateOpenIDConnectProvider")),
  aws_iam_policy: refused(["name"], iam("CreatePolicy"), { fixedBy: "name" }),
  aws_iam_role: refused(["name"], iam("CreateRole"), {
    name: "name",
    isMain: true,
    isServant: true,
    isCreatedFirst: true,
    fixedBy: "name",
    texts: { name: "{name}", id: "{name}", arn: "arn:{partition}:iam::{account}:role{path}{name}" },
  }),
  aws_iam_role_policy: taken(["role", "name"], iam("PutRolePolicy"), { fixedBy: "name" }),
  aws_iam_role_policy_attachment: taken(["role", "policy_arn"], iam("AttachRolePolicy")),

  aws_iot_topic_rule: refused(["name"], `${aws}/iot/latest/apireference/API_CreateTopicRule.html`),

  aws_kinesis_stream: refused(["name"], `${aws}/kinesis/latest/APIReference/API_CreateStream.html`, {
    readAccess: "grantRead",
    mapKind: "stream",
    isLeaf: true,
    name: "name",
    isMain: true,
    texts: { name: "{name}", arn: "arn:{partition}:kinesis:{region}:{account}:stream/{name}" },
    ...data("stream", ["name"]),
    keeping: {
      hasData: true,
      needs: ["aws_kms_key"],
      companions: ["aws_kinesis_resource_policy", "aws_kinesis_stream_consumer"],
    },
    importedBy: ["", "name"],
  }),
  aws_kinesis_stream_consumer: refused(
    ["stream_arn", "name"],
    `${aws}/kinesis/latest/APIReference/API_RegisterStreamConsumer.html`,
    { keeping: { companions: ["aws_kinesis_resource_policy"] } },
  ),

  aws_kinesis_firehose_delivery_stream: refused(
    ["name"],
    `${aws}/firehose/latest/APIReference/API_CreateDeliveryStream.html`,
    { isLeaf: true },
  ),

  aws_kms_key: another(`${aws}/kms/latest/APIReference/API_CreateKey.html`, {
    policyOf: { attribute: "arn" },
    isLeaf: true,
    isMain: true,
    isCreatedFirst: true,
    ...data("key", ["key_usage", "customer_master_key_spec", "multi_region"]),
    keeping: { companions: ["aws_kms_alias", "aws_kms_key_policy"], namedBy: ["key_id", "arn"] },
  }),
  aws_kms_alias: refused(["name"], `${aws}/kms/latest/APIReference/API_CreateAlias.html`, {
    fixedBy: "name",
  }),

  aws_lambda_alias: refused(["function_name", "name"], lambda("CreateAlias"), {
    sameRegion: ofFunction,
    ...address("alias", ["function_name", "name"], { isPart: true }),
    importedBy: ["/", "function_name", "name"],
  }),
  aws_lambda_event_source_mapping: refused(
    ["function_name", "event_source_arn"],
    lambda("CreateEventSourceMapping"),
    {
      // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
      sameRegion: ["event_source_arn", "function_name"],
    },
  ),
  aws_lambda_function: refused(["function_name"], lambda("CreateFunction"), {
    namedByParts: ["function_arn", "arn"],
    destination: { noun: "function", access: "grantInvoke", action: "lambda:InvokeFunction" },
    mapKind: "function",
    name: "function_name",
    isMain: true,
    // https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
    sameRegion: [
      "code_signing_config_arn",
      "dead_letter_config",
      "file_system_config",
      "kms_key_arn",
      "layers",
      "s3_bucket",
      "vpc_config",
    ],
    replacedBy: ["function_name", "package_type"],
    texts: {
      function_name: "{function_name}",
      id: "{function_name}",
      arn: "arn:{partition}:lambda:{region}:{account}:function:{function_name}",
      invoke_arn:
        "arn:{partition}:apigateway:{region}:lambda:path/2015-03-31/functions/arn:{partition}:lambda:{region}:{account}:function:{function_name}/invocations",
      response_streaming_invoke_arn:
        "arn:{partition}:apigateway:{region}:lambda:path/2021-11-15/functions/arn:{partition}:lambda:{region}:{account}:function:{function_name}/response-streaming-invocations",
    },
  }),
  aws_lambda_function_recursion_config: taken(["function_name"], lambda("PutFunctionRecursionConfig")),
  aws_lambda_function_event_invoke_config: taken(
    ["function_name", "qualifier"],
    lambda("PutFunctionEventInvokeConfig"),
    {
      sameRegion: ofFunction,
    },
  ),
  aws_lambda_function_url: refused(["function_name", "qualifier"], lambda("CreateFunctionUrlConfig"), {
    sameRegion: ofFunction,
    ...address("function URL", ["function_name", "qualifier"], {
      completeWith: "function_url",
    }),
    importedBy: ["", "function_name"],
  }),
  // Each creation invokes the function.
  aws_lambda_invocation: taken([], lambda("Invoke")),
  aws_lambda_layer_version: another(lambda("PublishLayerVersion"), { isCreatedFirst: true }),
  aws_lambda_permission: refused(["function_name", "qualifier", "statement_id"], lambda("AddPermission"), {
    sameRegion: ofFunction,
    fixedBy: "statement_id",
    importedBy: ["/", "function_name", "statement_id"],
  }),
  aws_lambda_provisioned_concurrency_config: taken(
    ["function_name", "qualifier"],
    lambda("PutProvisionedConcurrencyConfig"),
  ),

  aws_lb_listener_rule: refused(["listener_arn", "priority"], loadBalancing("CreateRule"), {
    fixedBy: "priority",
    isReplaceable: true,
  }),
  aws_lb_target_group: taken(["name"], loadBalancing("CreateTargetGroup"), {
    fixedBy: "name",
    // https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DeleteTargetGroup.html
    protectedBy: ["aws_lb_listener_rule"],
  }),
  aws_lb_target_group_attachment: taken(["target_group_arn", "target_id"], loadBalancing("RegisterTargets")),

  aws_pipes_pipe: refused(["name"], `${aws}/eventbridge/latest/pipes-reference/API_CreatePipe.html`, {
    name: "name",
    fixedBy: "name",
  }),

  aws_rds_cluster: refused(["cluster_identifier"], rds("CreateDBCluster"), {
    deletionProtection: ["deletion_protection", true],
    mapKind: "database",
    isLeaf: true,
    name: "cluster_identifier",
    isMain: true,
    secret: "master_password",
    fixedBy: "cluster_identifier",
    ...data("database", [
      "cluster_identifier",
      "engine",
      "engine_mode",
      "database_name",
      "master_username",
      "storage_encrypted",
      "kms_key_id",
    ]),
    // The subnet group and the security groups of a cluster cannot be removed while the cluster uses them.
    keeping: {
      hasData: true,
      needs: [
        "aws_kms_key",
        "aws_db_subnet_group",
        "aws_rds_cluster_parameter_group",
        "aws_secretsmanager_secret",
        "aws_security_group",
        "aws_subnet",
        "aws_vpc",
      ],
      companions: ["aws_db_cluster_snapshot", "aws_rds_cluster_endpoint"],
      namedBy: ["id", "arn", "cluster_identifier"],
    },
  }),
  aws_rds_cluster_instance: refused(["identifier"], rds("CreateDBInstance"), {
    fixedBy: "identifier",
    ...address("instance of the database", ["cluster_identifier", "identifier"], {
      isPart: true,
      renamedWithin: ["cluster_identifier"],
      effect: "the database is down until the new one runs",
    }),
  }),

  aws_route53_record: taken(
    ["zone_id", "name", "type", "set_identifier"],
    `${aws}/Route53/latest/APIReference/API_ChangeResourceRecordSets.html`,
    {
      isServant: true,
    },
  ),
  aws_route53_zone: another(`${aws}/Route53/latest/APIReference/API_CreateHostedZone.html`, {
    isServant: true,
    ...data("hosted zone", ["name"], { effect: "its name servers change and its records are lost" }),
  }),

  aws_s3_bucket: refused(["bucket"], s3("CreateBucket"), {
    policyOf: { attribute: "arn" },
    namedByParts: ["bucket", "bucket"],
    destination: { noun: "bucket", access: "grantPut", action: "s3:PutObject" },
    mapKind: "bucket",
    // Notifications and policies are separate resources.
    isLeaf: true,
    name: "bucket",
    isMain: true,
    isCreatedFirst: true,
    fixedBy: "bucket",
    texts: { bucket: "{bucket}", id: "{bucket}", arn: "arn:{partition}:s3:::{bucket}" },
    ...data("bucket", ["bucket", "bucket_prefix", "object_lock_enabled"], {
      isAlwaysReferred: true,
      completeWith: "bucket_domain_name",
    }),
    keeping: {
      hasData: true,
      needs: ["aws_kms_key"],
      companions: [
        "aws_s3_bucket_abac",
        "aws_s3_bucket_accelerate_configuration",
        "aws_s3_bucket_acl",
        "aws_s3_bucket_analytics_configuration",
        "aws_s3_bucket_cors_configuration",
        "aws_s3_bucket_intelligent_tiering_configuration",
        "aws_s3_bucket_inventory",
        "aws_s3_bucket_lifecycle_configuration",
        "aws_s3_bucket_logging",
        "aws_s3_bucket_metadata_configuration",
        "aws_s3_bucket_metric",
        "aws_s3_bucket_object_lock_configuration",
        "aws_s3_bucket_ownership_controls",
        "aws_s3_bucket_policy",
        "aws_s3_bucket_public_access_block",
        "aws_s3_bucket_request_payment_configuration",
        "aws_s3_bucket_server_side_encryption_configuration",
        "aws_s3_bucket_versioning",
        "aws_s3_bucket_website_configuration",
      ],
    },
  }),
  aws_s3_bucket_cors_configuration: taken(["bucket"], s3("PutBucketCors")),
  aws_s3_bucket_lifecycle_configuration: taken(["bucket"], s3("PutBucketLifecycleConfiguration")),
  aws_s3_bucket_notification: taken(["bucket"], s3("PutBucketNotificationConfiguration"), {
    // https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html
    sameRegion: ["bucket", "lambda_function", "queue", "topic"],
  }),
  aws_s3_bucket_ownership_controls: taken(["bucket"], s3("PutBucketOwnershipControls")),
  aws_s3_bucket_policy: taken(["bucket"], s3("PutBucketPolicy"), {
    policyOf: { attribute: "bucket", type: "aws_s3_bucket" },
  }),
  aws_s3_bucket_public_access_block: taken(["bucket"], s3("PutPublicAccessBlock")),
  aws_s3_bucket_server_side_encryption_configuration: taken(["bucket"], s3("PutBucketEncryption")),
  aws_s3_bucket_versioning: taken(["bucket"], s3("PutBucketVersioning")),
  aws_s3_bucket_website_configuration: taken(["bucket"], s3("PutBucketWebsite")),
  aws_s3_object: taken(["bucket", "key"], s3("PutObject"), { isCreatedFirst: true, isReplacedByName: true }),

  aws_scheduler_schedule: refused(
    ["group_name", "name"],
    `${aws}/scheduler/latest/APIReference/API_CreateSchedule.html`,
    { fixedBy: "name", importedBy: ["/", "group_name", "name"] },
  ),

  aws_secretsmanager_secret: refused(
    ["name"],
    `${aws}/secretsmanager/latest/apireference/API_CreateSecret.html`,
    {
      policyOf: { attribute: "arn" },
      // Rotation, which names a function, is a separate resource.
      isLeaf: true,
      name: "name",
      isMain: true,
      fixedBy: "name",
      ...data("secret", ["name", "name_prefix"]),
      keeping: {
        needs: ["aws_kms_key"],
        companions: ["aws_secretsmanager_secret_policy", "aws_secretsmanager_secret_version"],
      },
    },
  ),

  aws_secretsmanager_secret_policy: taken(
    ["secret_arn"],
    `${aws}/secretsmanager/latest/apireference/API_PutResourcePolicy.html`,
    { policyOf: { attribute: "secret_arn" } },
  ),

  aws_security_group: refused(["vpc_id", "name"], ec2("CreateSecurityGroup"), {
    namedByParts: ["security_group_id", "id"],
    isCreatedFirst: true,
    fixedBy: "name",
    // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSecurityGroup.html
    protectedBy: ["aws_lambda_function", "aws_rds_cluster"],
  }),
  aws_subnet: refused(["vpc_id", "cidr_block"], ec2("CreateSubnet")),
  aws_vpc: another(ec2("CreateVpc"), { isCreatedFirst: true }),

  aws_sns_topic: taken(["name"], sns("CreateTopic"), {
    policyOf: { attribute: "arn" },
    destination: { noun: "topic", access: "grantPublish", action: "sns:Publish" },
    mapKind: "topic",
    // Subscriptions are separate resources.
    isLeaf: true,
    name: "name",
    isMain: true,
    fixedBy: "name",
    texts: {
      name: "{name}",
      id: "arn:{partition}:sns:{region}:{account}:{name}",
      arn: "arn:{partition}:sns:{region}:{account}:{name}",
    },
    ...address("topic", ["name", "name_prefix", "fifo_topic"], { completeWith: "owner" }),
  }),
  aws_sns_topic_policy: taken(["arn"], sns("SetTopicAttributes"), { policyOf: { attribute: "arn" } }),
  aws_sns_topic_subscription: taken(["topic_arn", "protocol", "endpoint"], sns("Subscribe"), {
    // The endpoint may be in another region, the subscription may not: https://docs.aws.amazon.com/sns/latest/dg/sns-cross-region-delivery.html
    sameRegion: ["topic_arn"],
  }),

  aws_sqs_queue: taken(["name"], `${aws}/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html`, {
    policyOf: { attribute: "arn" },
    readAccess: "grantConsumeMessages",
    destination: { noun: "queue", access: "grantSendMessages", action: "sqs:SendMessage" },
    mapKind: "queue",
    // Consumers are event-source mappings; a redrive policy names another queue.
    isLeaf: true,
    name: "name",
    isMain: true,
    // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
    sameRegion: ["redrive_policy"],
    fixedBy: "name",
    texts: { name: "{name}", arn: "arn:{partition}:sqs:{region}:{account}:{name}" },
    ...data("queue", ["name", "name_prefix", "fifo_queue"]),
  }),
  aws_sqs_queue_policy: taken(
    ["queue_url"],
    `${aws}/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html`,
    { policyOf: { attribute: "queue_url", type: "aws_sqs_queue", by: "url" } },
  ),

  aws_ssm_parameter: refused(["name"], `${aws}/systems-manager/latest/APIReference/API_PutParameter.html`, {
    isLeaf: true,
    name: "name",
    texts: { name: "{name}", id: "{name}" },
    ...address("parameter", ["name"], {
      isPart: true,
      effect: "its name changes, and values that were set outside of the app are lost",
      completeWith: "version",
    }),
  }),

  terraform_data: nothing("https://developer.hashicorp.com/terraform/language/resources/terraform-data"),

  // Types that only users add to a stack, and whose loss costs data or an address.
  aws_alb: refused(["name"], loadBalancing("CreateLoadBalancer"), {
    ...address("load balancer", ["name", "internal", "load_balancer_type"]),
  }),
  aws_apprunner_service: refused(["service_name"], `${aws}/apprunner/latest/api/API_CreateService.html`, {
    ...address("service", ["service_name"]),
  }),
  aws_backup_vault: refused(["name"], `${aws}/aws-backup/latest/devguide/API_CreateBackupVault.html`, {
    ...data("backup vault", ["name", "kms_key_arn"]),
  }),
  aws_cloudfront_key_value_store: refused(["name"], cloudFront("CreateKeyValueStore"), {
    ...data("key value store", ["name"]),
  }),
  aws_cloudwatch_event_archive: refused(["name"], events("CreateArchive"), {
    ...data("archive of events", ["name", "event_source_arn"]),
  }),
  aws_db_instance: refused(["identifier"], rds("CreateDBInstance"), {
    secret: "password",
    fixedBy: "identifier",
    ...data("database", ["identifier", "engine", "username", "storage_encrypted", "kms_key_id", "db_name"]),
  }),
  aws_docdb_cluster: refused(["cluster_identifier"], rds("CreateDBCluster"), {
    ...data("database", ["cluster_identifier", "engine", "master_username", "kms_key_id"]),
  }),
  aws_ebs_volume: another(ec2("CreateVolume"), {
    ...data("volume", ["availability_zone", "encrypted", "kms_key_id", "snapshot_id"]),
  }),
  aws_ecr_repository: refused(["name"], `${aws}/AmazonECR/latest/APIReference/API_CreateRepository.html`, {
    ...data("image repository", ["name", "encryption_configuration"]),
  }),
  aws_efs_file_system: another(`${aws}/efs/latest/ug/API_CreateFileSystem.html`, {
    fixedBy: "creation_token",
    ...data("file system", ["encrypted", "kms_key_id", "performance_mode", "availability_zone_name"]),
  }),
  aws_eip: another(ec2("AllocateAddress"), { ...address("IP address", ["domain"]) }),
  aws_elasticache_cluster: refused(["cluster_id"], service("elasticache"), {
    ...data("cache", ["cluster_id", "engine"]),
  }),
  aws_elasticache_replication_group: refused(["replication_group_id"], service("elasticache"), {
    ...data("cache", ["replication_group_id"]),
  }),
  aws_elasticache_serverless_cache: refused(["name"], service("elasticache"), {
    ...data("cache", ["name", "engine"]),
  }),
  aws_fsx_lustre_file_system: another(service("fsx"), { ...data("file system", ["subnet_ids"]) }),
  aws_fsx_ontap_file_system: another(service("fsx"), { ...data("file system", ["subnet_ids"]) }),
  aws_fsx_openzfs_file_system: another(service("fsx"), { ...data("file system", ["subnet_ids"]) }),
  aws_fsx_windows_file_system: another(service("fsx"), { ...data("file system", ["subnet_ids"]) }),
  aws_iam_access_key: another(iam("CreateAccessKey"), {
    ...address("access key", ["user", "pgp_key"], { effect: "its id and secret change" }),
  }),
  aws_instance: another(ec2("RunInstances"), { ...data("instance", ["ami", "subnet_id"]) }),
  aws_lb: refused(["name"], loadBalancing("CreateLoadBalancer"), {
    ...address("load balancer", ["name", "internal", "load_balancer_type"]),
  }),
  aws_memorydb_cluster: refused(["name"], service("memorydb"), { ...data("cache", ["name"]) }),
  aws_neptune_cluster: refused(["cluster_identifier"], service("neptune"), {
    ...data("database", ["cluster_identifier", "engine"]),
  }),
  aws_opensearch_domain: refused(["domain_name"], service("opensearch"), {
    ...data("search domain", ["domain_name"]),
  }),
  aws_redshift_cluster: refused(["cluster_identifier"], service("redshift"), {
    ...data("database", ["cluster_identifier", "database_name", "master_username"]),
  }),
  aws_sfn_state_machine: refused(
    ["name"],
    `${aws}/step-functions/latest/apireference/API_CreateStateMachine.html`,
    {
      fixedBy: "name",
      ...address("state machine", ["name", "name_prefix", "type"], {
        effect: "its address changes and its history is lost",
      }),
    },
  ),

  // Types that only users add to a stack, and that CloudFront accepts only from one region.
  aws_wafv2_web_acl: refused(["name", "scope"], `${aws}/waf/latest/APIReference/API_CreateWebACL.html`, {
    isForCloudFront: true,
    importedBy: ["/", "id", "name", "scope"],
  }),

  // Types that only users add to a stack, and that a removal keeps with a resource of the app.
  aws_appautoscaling_policy: taken(
    ["service_namespace", "resource_id", "scalable_dimension", "name"],
    autoScaling("PutScalingPolicy"),
    {
      importedBy: ["/", "service_namespace", "resource_id", "scalable_dimension", "name"],
    },
  ),
  aws_appautoscaling_scheduled_action: taken(
    ["service_namespace", "resource_id", "scalable_dimension", "name"],
    autoScaling("PutScheduledAction"),
    { importedBy: "nothing" },
  ),
  aws_appautoscaling_target: taken(
    ["service_namespace", "resource_id", "scalable_dimension"],
    autoScaling("RegisterScalableTarget"),
    {
      importedBy: ["/", "service_namespace", "resource_id", "scalable_dimension"],
    },
  ),
  aws_cognito_managed_user_pool_client: taken(["user_pool_id", "id"], service("cognitoidp"), {
    importedBy: ["/", "user_pool_id", "id"],
  }),
  aws_cognito_user: refused(["user_pool_id", "username"], cognito("AdminCreateUser"), {
    importedBy: ["/", "user_pool_id", "username"],
  }),
  aws_cognito_user_in_group: taken(
    ["user_pool_id", "group_name", "username"],
    cognito("AdminAddUserToGroup"),
    { importedBy: "nothing" },
  ),
  aws_kinesis_resource_policy: taken(
    ["resource_arn"],
    `${aws}/kinesis/latest/APIReference/API_PutResourcePolicy.html`,
    { policyOf: { attribute: "resource_arn" }, importedBy: ["", "resource_arn"] },
  ),
  aws_s3_bucket_abac: taken(["bucket"], s3("PutBucketAbac"), {
    importedBy: ["", "bucket"],
  }),
  aws_s3_bucket_metadata_configuration: refused(["bucket"], s3("CreateBucketMetadataConfiguration"), {
    importedBy: ["", "bucket"],
  }),
};

/** The effect of a second creation of a resource, by its type and its arguments. Undefined for a type without facts. */
export function secondCreation(
  type: string,
  values: Readonly<Record<string, unknown>>,
): SecondCreation | undefined {
  const facts = resourceTypes[type];
  if (facts?.fixedBy === undefined) return facts?.again;
  const fixed = values[facts.fixedBy];
  const isFixed = fixed !== undefined && fixed !== null && !(Array.isArray(fixed) && fixed.length === 0);
  if (!isFixed) return "another";
  return facts.again === "another" ? "refused" : facts.again;
}

/** The loss caused by its replacement, or by its deletion if it holds data. */
export function effectOf({ holds, effect }: Holding): string {
  return effect ?? (holds === "data" ? "its data is lost" : "its address changes");
}

/**
 * The identity of a resource at AWS as text, from its attributes in a plan. Undefined if AWS generates it, or if a part of it is not
 * known: a plan leaves those attributes out.
 */
export function physicalIdentityOf(
  type: string,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const again = secondCreation(type, values);
  if (again !== "taken" && again !== "refused") return undefined;
  const { identity = [] } = resourceTypes[type] ?? {};
  const parts = identity.map((name) => values[name]);
  const isKnown = !parts.includes(undefined) && parts.some((part) => part !== null);
  return isKnown ? JSON.stringify([type, ...parts]) : undefined;
}

/**
 * The id with which Terraform imports a resource, from its attributes in a state or in a plan, which has no id yet. Undefined if it is
 * not known, and for a type without an import.
 */
export function importIdOf(type: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const { importedBy, identity = [] } = resourceTypes[type] ?? {};
  if (importedBy === "nothing") return undefined;
  const isNew = typeof values.id !== "string" && identity.length === 1;
  const [separator, ...attributes] = importedBy ?? ["", ...(isNew ? identity : ["id"])];
  const parts = attributes.map((attribute) => values[attribute]);
  return parts.every((each) => typeof each === "string" && each !== "") ? parts.join(separator) : undefined;
}

/**
 * Services whose names are unique in an account, across all regions. Names of buckets are unique across all accounts.
 *
 * Sources: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html,
 * https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/global-services.html
 */
const globalServices = /^aws_(?:cloudfront|iam|route53|s3)_/;

/**
 * Whether resources of a type may have the same name in several regions. A part of a resource with a generated id is
 * identified by that id, which determines the region.
 */
export function isNamedPerRegion(type: string): boolean {
  const [outermost] = resourceTypes[type]?.identity ?? [];
  if (outermost === undefined || globalServices.test(type)) return false;
  return !/(?:^|_)(?:id|arn|url)$/.test(outermost);
}
