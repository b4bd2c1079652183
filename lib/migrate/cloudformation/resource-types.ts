import { wordsOf } from "../model/names";
import { gatewayTypes } from "./gateway-types";
import { networkTypes } from "./network-types";
import { providerClass } from "./provider-types";
import { type CloudFormationType, type CloudFormationTypes, to } from "./resource-type";

const dataTypes: CloudFormationTypes = {
  "AWS::DocDB::DBInstance": to("docdb-cluster-instance", {
    renames: {
      DBClusterIdentifier: "clusterIdentifier",
      DBInstanceClass: "instanceClass",
      DBInstanceIdentifier: "identifier",
    },
  }),
  "AWS::DocDB::DBSubnetGroup": to("docdb-subnet-group", {
    ref: "name",
    renames: { DBSubnetGroupName: "name", DBSubnetGroupDescription: "description" },
  }),
  "AWS::Glue::Job": to("glue-job", { ref: "name", renames: { Role: "roleArn" } }),
  "AWS::Athena::WorkGroup": to("athena-workgroup", { ref: "name" }),
  "AWS::Backup::BackupVault": to("backup-vault", { ref: "name" }),
  "AWS::CodeDeploy::Application": to("codedeploy-app", { ref: "name" }),
  "AWS::DocDB::DBCluster": to("docdb-cluster", {
    ref: "clusterIdentifier",
    attributes: { ReadEndpoint: "readerEndpoint" },
    renames: {
      DBClusterIdentifier: "clusterIdentifier",
      MasterUserPassword: "masterPassword",
    },
  }),
  "AWS::Elasticsearch::Domain": to("elasticsearch-domain", {
    attributes: { DomainArn: "arn", DomainEndpoint: "endpoint" },
    renames: {
      ElasticsearchClusterConfig: "clusterConfig",
    },
  }),
  "AWS::OpenSearchService::Domain": to("opensearch-domain", {
    attributes: { DomainEndpoint: "endpoint" },
  }),
  "AWS::AmazonMQ::Broker": to("mq-broker", { renames: { Users: "user" } }),
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
      BodyParameters: "body",
      HeaderParameters: "header",
      QueryStringParameters: "queryString",
    },
  }),
  "AWS::Events::EventBusPolicy": to("cloudwatch-event-bus-policy"),
  "AWS::Firehose::DeliveryStream": to("kinesis-firehose-delivery-stream", { ref: "name" }),
  "AWS::Glue::Database": to("glue-catalog-database", { ref: "name" }),
  "AWS::IoT::Policy": to("iot-policy", { ref: "name" }),
  "AWS::IoT::Thing": to("iot-thing", { ref: "name", flat: ["AttributePayload"] }),
  "AWS::IoT::TopicRule": to("iot-topic-rule", {
    ref: "name",
    hasPlainName: true,
    flat: ["TopicRulePayload"],
    renames: { AwsIotSqlVersion: "sqlVersion", RuleName: "name", RuleDisabled: "enabled" },
    values: { RuleDisabled: { true: false, false: true } },
    defaults: { enabled: true, sqlVersion: "2015-10-08" },
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
      IntervalInSeconds: "bufferingInterval",
      SizeInMBs: "bufferingSize",
      KMSEncryptionConfig: "kmsKeyArn",
      AmazonOpenSearchServerlessDestinationConfiguration: "opensearchserverlessConfiguration",
    },
    // The source implies the type, for which the provider has no prop.
    ignored: ["DeliveryStreamType", "NoEncryptionConfig"],
  }),
  "AWS::Lambda::Function": to("lambda-function", { ref: "functionName", flat: ["Code"] }),
  "AWS::Lambda::Alias": to("lambda-alias", { ref: "arn" }),
  "AWS::Lambda::EventInvokeConfig": to("lambda-function-event-invoke-config"),
  "AWS::Lambda::Permission": to("lambda-permission", {
    defaults: {},
  }),
  "AWS::Lambda::Url": to("lambda-function-url", {
    ref: "functionArn",
    renames: { TargetFunctionArn: "functionName", AuthType: "authorizationType" },
  }),
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
  "AWS::SES::EmailIdentity": to("sesv2-email-identity", { ref: "emailIdentity" }),
  "AWS::SES::ReceiptRule": to("ses-receipt-rule", { ref: "name" }),
  "AWS::SES::ReceiptRuleSet": to("ses-receipt-rule-set", { ref: "ruleSetName" }),
  "AWS::SNS::Subscription": to("sns-topic-subscription", { ref: "arn" }),
  "AWS::Scheduler::Schedule": to("scheduler-schedule", { ref: "name" }),
  "AWS::Scheduler::ScheduleGroup": to("scheduler-schedule-group", { ref: "name" }),
  "AWS::StepFunctions::Activity": to("sfn-activity"),
  "AWS::XRay::Group": to("xray-group", { ref: "arn" }),
};

/**
 * Resource types of CloudFormation, with the provider's classes.
 *
 * Sources: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-template-resource-type-ref.html (the
 * results of `Ref` and `GetAtt`) and https://registry.terraform.io/providers/hashicorp/aws/latest/docs.
 */
const resourceTypes: CloudFormationTypes = { ...gatewayTypes, ...networkTypes, ...dataTypes };

/** AWS CDK writes services in lower case. */
const byName = new Map(Object.entries(resourceTypes).map(([name, row]) => [name.toLowerCase(), row]));

/** The provider's class of a type: from the table, or with the same name, such as `memorydb-cluster` for `AWS::MemoryDB::Cluster`. */
export function resourceTypeOf(type: string): CloudFormationType | undefined {
  const [, service = "", resource = ""] = type.split("::");
  // Nested templates are not separate stacks.
  if (service === "CloudFormation") return undefined;
  const kebab = (name: string): string => wordsOf(name).join("-");
  return (
    byName.get(type.toLowerCase()) ??
    [service.toLowerCase(), kebab(service)]
      .map((prefix): CloudFormationType => ({ module: `${prefix}-${kebab(resource)}` }))
      .find(({ module }) => providerClass(module) !== undefined)
  );
}
