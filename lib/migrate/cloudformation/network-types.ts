import { type CloudFormationTypes, to } from "./resource-type";

/** Networks, containers, logs, rights and keys. */
export const networkTypes: CloudFormationTypes = {
  "AWS::Batch::ComputeEnvironment": to("batch-compute-environment", {
    ref: "arn",
    renames: { ComputeEnvironmentName: "name" },
  }),
  "AWS::Batch::JobDefinition": to("batch-job-definition", { ref: "arn" }),
  "AWS::Batch::JobQueue": to("batch-job-queue", { ref: "arn", defaults: { state: "ENABLED" } }),
  "AWS::CloudTrail::Trail": to("cloudtrail", {
    ref: "name",
    renames: {
      TrailName: "name",
      IsLogging: "enableLogging",
      EventSelectors: "eventSelector",
      DataResources: "dataResource",
    },
  }),
  "AWS::EC2::KeyPair": to("key-pair", { ref: "keyName" }),
  "AWS::ElasticLoadBalancingV2::ListenerRule": to("lb-listener-rule", {
    ref: "arn",
    renames: { Actions: "action", Conditions: "condition" },
  }),
  "AWS::ECS::Service": to("ecs-service", {
    renames: { ServiceName: "name", LoadBalancers: "loadBalancer" },
    values: { AssignPublicIp: { ENABLED: true, DISABLED: false } },
    flat: ["DeploymentConfiguration"],
  }),
  "AWS::ECS::TaskDefinition": to("ecs-task-definition", { ref: "arn" }),
  "AWS::IAM::User": to("iam-user", { ref: "name", renames: { UserName: "name" } }),
  "AWS::Route53::HealthCheck": to("route53-health-check", {
    renames: { FullyQualifiedDomainName: "fqdn", HealthCheckTags: "tags" },
    flat: ["HealthCheckConfig"],
  }),
  "AWS::SSM::Document": to("ssm-document", { ref: "name" }),
  "AWS::EC2::Instance": to("instance", {
    renames: { ImageId: "ami", SecurityGroupIds: "vpcSecurityGroupIds" },
  }),
  "AWS::Logs::LogStream": to("cloudwatch-log-stream", { ref: "name" }),
  "AWS::VpcLattice::Listener": to("vpclattice-listener", { ref: "arn" }),
  "AWS::CertificateManager::Certificate": to("acm-certificate", {
    ref: "arn",
    ignored: ["DomainValidationOptions"],
  }),
  "AWS::CloudWatch::Alarm": to("cloudwatch-metric-alarm", {
    ref: "alarmName",
  }),
  "AWS::CloudWatch::Dashboard": to("cloudwatch-dashboard", { ref: "dashboardName" }),
  "AWS::EC2::EIP": to("eip", { ref: "publicIp" }),
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
    attributes: { DefaultSecurityGroup: "defaultSecurityGroupId" },
  }),
  "AWS::EC2::VPCEndpoint": to("vpc-endpoint"),
  "AWS::EC2::VPCGatewayAttachment": to("internet-gateway-attachment"),
  "AWS::ECR::Repository": to("ecr-repository", { ref: "name" }),
  "AWS::ECS::Cluster": to("ecs-cluster", {
    ref: "name",
    defaults: { name: "cluster" },
    renames: { ClusterSettings: "setting" },
  }),
  "AWS::EFS::FileSystem": to("efs-file-system", { renames: { FileSystemTags: "tags" } }),
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
    attributes: {
      CanonicalHostedZoneID: "zoneId",
      LoadBalancerFullName: "arnSuffix",
    },
    renames: { Type: "loadBalancerType", Scheme: "internal", SubnetMappings: "subnetMapping" },
    values: { Scheme: { internal: true, "internet-facing": false } },
  }),
  "AWS::ElasticLoadBalancingV2::TargetGroup": to("lb-target-group", {
    ref: "arn",
    attributes: { TargetGroupFullName: "arnSuffix" },
    renames: {
      HealthyThresholdCount: "healthCheck.healthyThreshold",
      UnhealthyThresholdCount: "healthCheck.unhealthyThreshold",
      HttpCode: "healthCheck.matcher",
      GrpcCode: "healthCheck.matcher",
    },
    parts: {
      Targets: {
        module: "lb-target-group-attachment",
        links: [],
        ownerLinks: { targetGroupArn: "" },
        renames: { Id: "targetId" },
      },
    },
  }),
  "AWS::IAM::InstanceProfile": to("iam-instance-profile", { ref: "name" }),
  "AWS::KMS::Alias": to("kms-alias", { ref: "name", renames: { AliasName: "name" } }),
  "AWS::KMS::Key": to("kms-key", {
    ref: "keyId",
    renames: { KeyPolicy: "policy", Enabled: "isEnabled", PendingWindowInDays: "deletionWindowInDays" },
  }),
  "AWS::Logs::LogGroup": to("cloudwatch-log-group", { ref: "name" }),
  "AWS::Logs::MetricFilter": to("cloudwatch-log-metric-filter"),
  "AWS::Logs::ResourcePolicy": to("cloudwatch-log-resource-policy"),
  "AWS::Logs::SubscriptionFilter": to("cloudwatch-log-subscription-filter", {
    defaults: { name: "filter" },
  }),
  "AWS::Route53::HostedZone": to("route53-zone"),
  "AWS::Route53::RecordSet": to("route53-record", {
    ref: "name",
    renames: {
      ResourceRecords: "records",
      HostedZoneId: "zoneId",
      AliasTarget: "alias",
      DNSName: "name",
      Failover: "failoverRoutingPolicy.type",
      Region: "latencyRoutingPolicy.region",
      Weight: "weightedRoutingPolicy.weight",
    },
    ignored: ["Comment"],
    lookups: { HostedZoneName: { prop: "zoneId", from: "data-aws-route53-zone", by: "name" } },
    blockDefaults: { alias: { evaluateTargetHealth: false } },
  }),
  "AWS::SSM::Parameter": to("ssm-parameter", { ref: "name" }),
  "AWS::SecretsManager::ResourcePolicy": to("secretsmanager-secret-policy"),
  "AWS::SecretsManager::RotationSchedule": to("secretsmanager-secret-rotation"),
};
