/** The class of the provider that stands for a resource type of CloudFormation. */
export interface ResourceType {
  /** Module of `@cdktf/provider-aws/lib`. */
  readonly module: string;
  /** The attribute that `Ref` returns. @default - "id" */
  readonly ref?: string;
  /** AttributeCodes of `GetAtt` with another name. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Properties, also of nested blocks, with another name. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Properties that need no counterpart. */
  readonly ignored?: readonly string[];
  /** Whether names have letters, digits and _ only. @default false */
  readonly hasPlainName?: boolean;
  /** The property that holds all others. */
  readonly wrapper?: string;
  /** Props that the provider requires and CloudFormation has a default for. */
  readonly defaults?: Readonly<Record<string, string | number | boolean>>;
}

const to = (module: string, more: Omit<ResourceType, "module"> = {}): ResourceType => ({ module, ...more });

/**
 * Resource types of CloudFormation, with the provider's classes.
 *
 * Sources: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-template-resource-type-ref.html (what `Ref` and
 * `GetAtt` return) and https://registry.terraform.io/providers/hashicorp/aws/latest/docs.
 */
export const resourceTypes: Readonly<Record<string, ResourceType | undefined>> = {
  "AWS::ApiGateway::ApiKey": to("api-gateway-api-key"),
  "AWS::ApiGateway::Account": to("api-gateway-account", {
    renames: { CloudWatchRoleArn: "cloudwatchRoleArn" },
  }),
  "AWS::ApiGateway::Authorizer": to("api-gateway-authorizer", {
    renames: { ProviderARNs: "providerArns", AuthorizerResultTtlInSeconds: "authorizerResultTtlInSeconds" },
  }),
  "AWS::ApiGateway::Deployment": to("api-gateway-deployment"),
  "AWS::ApiGateway::DomainName": to("api-gateway-domain-name", { ref: "domainName" }),
  "AWS::ApiGateway::GatewayResponse": to("api-gateway-gateway-response"),
  "AWS::ApiGateway::Model": to("api-gateway-model", { ref: "name" }),
  "AWS::ApiGateway::RequestValidator": to("api-gateway-request-validator"),
  "AWS::ApiGateway::Resource": to("api-gateway-resource"),
  "AWS::ApiGateway::RestApi": to("api-gateway-rest-api", {
    attributes: { RootResourceId: "rootResourceId" },
    renames: { EndpointConfiguration: "endpointConfiguration" },
  }),
  "AWS::ApiGateway::UsagePlan": to("api-gateway-usage-plan", {
    renames: { UsagePlanName: "name", Throttle: "throttleSettings", Quota: "quotaSettings", Stage: "stage" },
  }),
  "AWS::ApiGateway::UsagePlanKey": to("api-gateway-usage-plan-key"),
  "AWS::ApiGateway::VpcLink": to("api-gateway-vpc-link"),
  "AWS::ApiGatewayV2::Api": to("apigatewayv2-api", { attributes: { ApiEndpoint: "apiEndpoint" } }),
  "AWS::ApiGatewayV2::Authorizer": to("apigatewayv2-authorizer", {
    renames: { IdentitySource: "identitySources", JwtConfiguration: "jwtConfiguration" },
  }),
  "AWS::ApiGatewayV2::Deployment": to("apigatewayv2-deployment"),
  "AWS::ApiGatewayV2::Integration": to("apigatewayv2-integration"),
  "AWS::ApiGatewayV2::IntegrationResponse": to("apigatewayv2-integration-response"),
  "AWS::ApiGatewayV2::Route": to("apigatewayv2-route"),
  "AWS::ApiGatewayV2::RouteResponse": to("apigatewayv2-route-response"),
  "AWS::ApiGatewayV2::Stage": to("apigatewayv2-stage", { ref: "name" }),
  "AWS::ApiGatewayV2::VpcLink": to("apigatewayv2-vpc-link"),
  "AWS::ApiGateway::Stage": to("api-gateway-stage", { ref: "stageName" }),
  "AWS::ApiGatewayV2::ApiMapping": to("apigatewayv2-api-mapping"),
  "AWS::ApiGatewayV2::DomainName": to("apigatewayv2-domain-name", { ref: "domainName" }),
  "AWS::AppSync::ApiKey": to("appsync-api-key", { attributes: { ApiKey: "key" } }),
  "AWS::AppSync::DataSource": to("appsync-datasource", { attributes: { Name: "name" } }),
  "AWS::AppSync::GraphQLApi": to("appsync-graphql-api", {
    ref: "arn",
    attributes: { ApiId: "id", GraphQLUrl: 'uris.lookup("GRAPHQL")' },
  }),
  "AWS::AppSync::Resolver": to("appsync-resolver", {
    ref: "arn",
    renames: {
      DataSourceName: "dataSource",
      FieldName: "field",
      TypeName: "type",
      RequestMappingTemplate: "requestTemplate",
      ResponseMappingTemplate: "responseTemplate",
    },
  }),
  "AWS::CloudFront::CachePolicy": to("cloudfront-cache-policy", { wrapper: "CachePolicyConfig" }),
  "AWS::CloudFront::OriginAccessControl": to("cloudfront-origin-access-control", {
    wrapper: "OriginAccessControlConfig",
    renames: { OriginAccessControlOriginType: "originAccessControlOriginType" },
  }),
  "AWS::EC2::Instance": to("instance", { attributes: { PublicIp: "publicIp" } }),
  "AWS::Logs::LogStream": to("cloudwatch-log-stream", { ref: "name" }),
  "AWS::VpcLattice::Listener": to("vpclattice-listener", { ref: "arn" }),
  "AWS::VpcLattice::Service": to("vpclattice-service"),
  "AWS::VpcLattice::ServiceNetwork": to("vpclattice-service-network"),
  "AWS::VpcLattice::ServiceNetworkServiceAssociation": to("vpclattice-service-network-service-association"),
  "AWS::VpcLattice::ServiceNetworkVpcAssociation": to("vpclattice-service-network-vpc-association"),
  "AWS::AppConfig::Application": to("appconfig-application"),
  "AWS::Athena::WorkGroup": to("athena-workgroup", { ref: "name" }),
  "AWS::Backup::BackupVault": to("backup-vault", { ref: "name" }),
  "AWS::CertificateManager::Certificate": to("acm-certificate", {
    ref: "arn",
    ignored: ["DomainValidationOptions"],
  }),
  "AWS::CloudFront::CloudFrontOriginAccessIdentity": to("cloudfront-origin-access-identity"),
  "AWS::CloudWatch::Alarm": to("cloudwatch-metric-alarm", {
    ref: "alarmName",
    renames: { AlarmDescription: "alarmDescription", OKActions: "okActions" },
  }),
  "AWS::CloudWatch::Dashboard": to("cloudwatch-dashboard", { ref: "dashboardName" }),
  "AWS::CodeDeploy::Application": to("codedeploy-app", { ref: "name" }),
  "AWS::Cognito::IdentityPool": to("cognito-identity-pool", {
    defaults: { identityPoolName: "identities" },
    renames: { CognitoIdentityProviders: "cognitoIdentityProviders" },
  }),
  "AWS::Cognito::IdentityPoolRoleAttachment": to("cognito-identity-pool-roles-attachment"),
  "AWS::Cognito::UserPool": to("cognito-user-pool", {
    defaults: { name: "users" },
    attributes: { ProviderName: "endpoint" },
    renames: { UserPoolName: "name", Schema: "schema", AttributeDataType: "attributeDataType" },
  }),
  "AWS::Cognito::UserPoolClient": to("cognito-user-pool-client", {
    defaults: { name: "client" },
    attributes: { ClientId: "id" },
    renames: {
      ClientName: "name",
      AllowedOAuthFlows: "allowedOauthFlows",
      AllowedOAuthScopes: "allowedOauthScopes",
      AllowedOAuthFlowsUserPoolClient: "allowedOauthFlowsUserPoolClient",
    },
  }),
  "AWS::Cognito::UserPoolDomain": to("cognito-user-pool-domain", { ref: "domain" }),
  "AWS::Cognito::UserPoolGroup": to("cognito-user-group", { ref: "name" }),
  "AWS::Cognito::UserPoolIdentityProvider": to("cognito-identity-provider", { ref: "providerName" }),
  "AWS::Cognito::UserPoolUser": to("cognito-user", { ref: "username" }),
  "AWS::DocDB::DBCluster": to("docdb-cluster", {
    ref: "clusterIdentifier",
    renames: { DBClusterIdentifier: "clusterIdentifier", DBSubnetGroupName: "dbSubnetGroupName" },
  }),
  "AWS::EC2::EIP": to("eip", { ref: "publicIp", attributes: { AllocationId: "allocationId" } }),
  "AWS::EC2::InternetGateway": to("internet-gateway"),
  "AWS::EC2::NatGateway": to("nat-gateway"),
  "AWS::EC2::Route": to("route"),
  "AWS::EC2::RouteTable": to("route-table"),
  "AWS::EC2::SecurityGroup": to("security-group", {
    attributes: { GroupId: "id" },
    renames: {
      GroupDescription: "description",
      SecurityGroupIngress: "ingress",
      SecurityGroupEgress: "egress",
      CidrIp: "cidrBlocks",
      CidrIpv6: "ipv6CidrBlocks",
      IpProtocol: "protocol",
      SourceSecurityGroupId: "securityGroups",
      DestinationSecurityGroupId: "securityGroups",
    },
  }),
  "AWS::EC2::SecurityGroupEgress": to("vpc-security-group-egress-rule", {
    renames: {
      GroupId: "securityGroupId",
      CidrIp: "cidrIpv4",
      DestinationSecurityGroupId: "referencedSecurityGroupId",
    },
  }),
  "AWS::EC2::SecurityGroupIngress": to("vpc-security-group-ingress-rule", {
    renames: {
      GroupId: "securityGroupId",
      CidrIp: "cidrIpv4",
      SourceSecurityGroupId: "referencedSecurityGroupId",
    },
  }),
  "AWS::EC2::Subnet": to("subnet"),
  "AWS::EC2::SubnetRouteTableAssociation": to("route-table-association"),
  "AWS::EC2::VPC": to("vpc", {
    attributes: { CidrBlock: "cidrBlock", DefaultSecurityGroup: "defaultSecurityGroupId" },
  }),
  "AWS::EC2::VPCEndpoint": to("vpc-endpoint"),
  "AWS::EC2::VPCGatewayAttachment": to("internet-gateway-attachment"),
  "AWS::ECR::Repository": to("ecr-repository", { ref: "name" }),
  "AWS::ECS::Cluster": to("ecs-cluster", { ref: "name", defaults: { name: "cluster" } }),
  "AWS::EFS::AccessPoint": to("efs-access-point", {
    renames: { PosixUser: "posixUser", CreationInfo: "creationInfo" },
  }),
  "AWS::EFS::FileSystem": to("efs-file-system", { renames: { FileSystemTags: "tags" } }),
  "AWS::EFS::MountTarget": to("efs-mount-target"),
  "AWS::ElastiCache::SubnetGroup": to("elasticache-subnet-group", {
    ref: "name",
    renames: { CacheSubnetGroupName: "name" },
  }),
  "AWS::ElasticLoadBalancingV2::Listener": to("lb-listener", {
    ref: "arn",
    renames: { DefaultActions: "defaultAction", Certificates: "certificateArn" },
  }),
  "AWS::ElasticLoadBalancingV2::LoadBalancer": to("lb", {
    ref: "arn",
    attributes: { DNSName: "dnsName", CanonicalHostedZoneID: "zoneId" },
    renames: { Type: "loadBalancerType" },
  }),
  "AWS::ElasticLoadBalancingV2::TargetGroup": to("lb-target-group", { ref: "arn" }),
  "AWS::Events::ApiDestination": to("cloudwatch-event-api-destination", { ref: "name" }),
  "AWS::Events::Archive": to("cloudwatch-event-archive", {
    ref: "name",
    renames: { SourceArn: "eventSourceArn", ArchiveName: "name" },
  }),
  "AWS::Events::Connection": to("cloudwatch-event-connection", {
    ref: "name",
    renames: {
      ApiKeyAuthParameters: "apiKey",
      ApiKeyName: "key",
      ApiKeyValue: "value",
      BasicAuthParameters: "basic",
      OAuthParameters: "oauth",
    },
  }),
  "AWS::Events::EventBusPolicy": to("cloudwatch-event-bus-policy"),
  "AWS::Firehose::DeliveryStream": to("kinesis-firehose-delivery-stream", { ref: "name" }),
  "AWS::Glue::Database": to("glue-catalog-database", { ref: "name" }),
  "AWS::IAM::InstanceProfile": to("iam-instance-profile", { ref: "name" }),
  "AWS::IoT::Policy": to("iot-policy", { ref: "name" }),
  "AWS::IoT::Thing": to("iot-thing", { ref: "name" }),
  "AWS::IoT::TopicRule": to("iot-topic-rule", {
    ref: "name",
    wrapper: "TopicRulePayload",
    hasPlainName: true,
    renames: { AwsIotSqlVersion: "sqlVersion", RuleName: "name" },
    defaults: { enabled: true, sqlVersion: "2015-10-08" },
  }),
  "AWS::KMS::Alias": to("kms-alias", { ref: "name", renames: { AliasName: "name" } }),
  "AWS::KMS::Key": to("kms-key", {
    ref: "keyId",
    renames: { KeyPolicy: "policy", Enabled: "isEnabled", PendingWindowInDays: "deletionWindowInDays" },
  }),
  "AWS::Kinesis::StreamConsumer": to("kinesis-stream-consumer", {
    ref: "arn",
    attributes: { ConsumerARN: "arn" },
    renames: { ConsumerName: "name" },
  }),
  "AWS::KinesisFirehose::DeliveryStream": to("kinesis-firehose-delivery-stream", {
    ref: "name",
    defaults: { destination: "extended_s3" },
    renames: {
      ExtendedS3DestinationConfiguration: "extendedS3Configuration",
      KinesisStreamSourceConfiguration: "kinesisSourceConfiguration",
      DeliveryStreamName: "name",
      KinesisStreamARN: "kinesisStreamArn",
      IntervalInSeconds: "bufferingInterval",
    },
  }),
  "AWS::Lambda::Alias": to("lambda-alias", { ref: "arn", renames: { FunctionName: "functionName" } }),
  "AWS::Lambda::EventInvokeConfig": to("lambda-function-event-invoke-config"),
  "AWS::Lambda::EventSourceMapping": to("lambda-event-source-mapping", {
    renames: { MaximumBatchingWindowInSeconds: "maximumBatchingWindowInSeconds" },
  }),
  "AWS::Lambda::Permission": to("lambda-permission", {
    defaults: {},
    renames: { FunctionName: "functionName" },
  }),
  "AWS::Lambda::Url": to("lambda-function-url", {
    ref: "functionArn",
    renames: { TargetFunctionArn: "functionName", AuthType: "authorizationType" },
    attributes: { FunctionUrl: "functionUrl" },
  }),
  "AWS::Logs::LogGroup": to("cloudwatch-log-group", { ref: "name" }),
  "AWS::Logs::MetricFilter": to("cloudwatch-log-metric-filter"),
  "AWS::Logs::ResourcePolicy": to("cloudwatch-log-resource-policy"),
  "AWS::Logs::SubscriptionFilter": to("cloudwatch-log-subscription-filter", { defaults: { name: "filter" } }),
  "AWS::OpenSearchServerless::AccessPolicy": to("opensearchserverless-access-policy"),
  "AWS::OpenSearchServerless::Collection": to("opensearchserverless-collection", {
    attributes: { CollectionEndpoint: "collectionEndpoint", DashboardEndpoint: "dashboardEndpoint" },
  }),
  "AWS::OpenSearchServerless::SecurityPolicy": to("opensearchserverless-security-policy"),
  "AWS::Pipes::Pipe": to("pipes-pipe", { ref: "name" }),
  "AWS::RDS::DBCluster": to("rds-cluster", {
    ref: "clusterIdentifier",
    attributes: {
      "Endpoint.Address": "endpoint",
      "Endpoint.Port": "port",
      "ReadEndpoint.Address": "readerEndpoint",
      DBClusterArn: "arn",
    },
    renames: {
      DBClusterIdentifier: "clusterIdentifier",
      DBClusterParameterGroupName: "dbClusterParameterGroupName",
      EnableIAMDatabaseAuthentication: "iamDatabaseAuthenticationEnabled",
      MasterUserPassword: "masterPassword",
    },
  }),
  "AWS::RDS::DBClusterParameterGroup": to("rds-cluster-parameter-group", { ref: "name" }),
  "AWS::RDS::DBInstance": to("db-instance", {
    ref: "identifier",
    attributes: { "Endpoint.Address": "address", "Endpoint.Port": "port" },
    renames: {
      DBParameterGroupName: "parameterGroupName",
      DBInstanceClass: "instanceClass",
      DBInstanceIdentifier: "identifier",
      MasterUsername: "username",
      MasterUserPassword: "password",
      VPCSecurityGroups: "vpcSecurityGroupIds",
      EnableIAMDatabaseAuthentication: "iamDatabaseAuthenticationEnabled",
    },
  }),
  "AWS::RDS::DBParameterGroup": to("db-parameter-group", { ref: "name" }),
  "AWS::RDS::DBProxy": to("db-proxy", {
    ref: "name",
    attributes: { DBProxyArn: "arn" },
    renames: { DBProxyName: "name" },
  }),
  "AWS::RDS::DBSubnetGroup": to("db-subnet-group", {
    ref: "name",
    renames: { DBSubnetGroupName: "name", DBSubnetGroupDescription: "description" },
  }),
  "AWS::Route53::HostedZone": to("route53-zone"),
  "AWS::Route53::RecordSet": to("route53-record", {
    renames: { ResourceRecords: "records", HostedZoneId: "zoneId", AliasTarget: "alias", DNSName: "name" },
  }),
  "AWS::SES::EmailIdentity": to("sesv2-email-identity", { ref: "emailIdentity" }),
  "AWS::SES::ReceiptRule": to("ses-receipt-rule", { ref: "name" }),
  "AWS::SES::ReceiptRuleSet": to("ses-receipt-rule-set", { ref: "ruleSetName" }),
  "AWS::SNS::Subscription": to("sns-topic-subscription", { ref: "arn" }),
  "AWS::SSM::Parameter": to("ssm-parameter", { ref: "name" }),
  "AWS::Scheduler::Schedule": to("scheduler-schedule", { ref: "name", renames: { Mode: "mode" } }),
  "AWS::Scheduler::ScheduleGroup": to("scheduler-schedule-group", { ref: "name" }),
  "AWS::SecretsManager::ResourcePolicy": to("secretsmanager-secret-policy"),
  "AWS::SecretsManager::RotationSchedule": to("secretsmanager-secret-rotation"),
  "AWS::ServiceDiscovery::HttpNamespace": to("service-discovery-http-namespace"),
  "AWS::StepFunctions::Activity": to("sfn-activity"),
  "AWS::VerifiedPermissions::PolicyStore": to("verifiedpermissions-policy-store"),
  "AWS::WAFv2::WebACL": to("wafv2-web-acl", { ref: "id" }),
  "AWS::WAFv2::WebACLAssociation": to("wafv2-web-acl-association"),
  "AWS::XRay::Group": to("xray-group", { ref: "arn" }),
};
