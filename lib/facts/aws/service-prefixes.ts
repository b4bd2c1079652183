/**
 * All service prefixes of IAM. Those of retired services are included, because policies still use them.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
export const servicePrefixes: readonly string[] = `
  a2c a4b access-analyzer account acm acm-pca aco-automation action-recommendations activate aidevops
  aiops airflow airflow-serverless amplify amplifybackend amplifyuibuilder aoss apigateway
  app-integrations appconfig appfabric appflow application-autoscaling application-signals
  application-transformation applicationinsights appmesh appmesh-preview apprunner appstream appstudio
  appsync apptest aps arc-region-switch arc-zonal-shift arsenal artifact athena auditmanager autoscaling
  autoscaling-plans aws-marketplace aws-marketplace-management aws-mcp aws-portal awsconnector b2bi backup
  backup-gateway backup-search backup-storage batch bcm-dashboards bcm-data-exports bcm-pricing-calculator
  bcm-recommended-actions bedrock bedrock-agentcore bedrock-mantle billing billingconductor braket budgets
  bugbust cases cassandra ce chatbot chime cleanrooms cleanrooms-ml cloud9 clouddirectory cloudformation
  cloudfront cloudfront-keyvaluestore cloudhsm cloudsearch cloudshell cloudtrail cloudtrail-data
  cloudwatch codeartifact codebuild codecatalyst codecommit codeconnections codedeploy
  codedeploy-commands-secure codeguru codeguru-profiler codeguru-reviewer codeguru-security codepipeline
  codestar codestar-connections codestar-notifications codewhisperer cognito-identity cognito-idp
  cognito-sync comprehend comprehendmedical compute-optimizer config connect connect-campaigns consoleapp
  consolidatedbilling controlcatalog controltower cost-optimization-hub cur customer-verification databrew
  dataexchange datapipeline datasync datazone dax dbqms deadline deepcomposer deeplens deepracer detective
  devicefarm devops-guru directconnect discovery dlm dms docdb-elastic drs ds ds-data dsql dynamodb ebs
  ec2 ec2-instance-connect ec2messages ecr ecr-public ecs ecs-mcp eks eks-auth eks-mcp elasticache
  elasticbeanstalk elasticfilesystem elasticloadbalancing elasticmapreduce elastictranscoder
  elemental-activations elemental-appliances-software elemental-inference elemental-support-cases
  elemental-support-content emr-containers emr-serverless entityresolution es events evidently evs
  execute-api finspace finspace-api firehose fis fms forecast frauddetector freertos freetier fsx gamelift
  gameliftstreams geo geo-maps geo-places geo-routes glacier globalaccelerator glue grafana greengrass
  groundstation groundtruthlabeling guardduty health health-agent healthlake honeycode iam identity-sync
  identitystore identitystore-auth imagebuilder importexport inspector inspector-scan inspector2
  inspector2-telemetry interconnect internetmonitor invoicing iot iot-device-tester iotanalytics
  iotdeviceadvisor iotevents iotfleethub iotfleetwise iotjobsdata iotmanagedintegrations iotsitewise
  iottwinmaker iotwireless iq iq-permission ivs ivschat kafka kafka-cluster kafkaconnect kendra
  kendra-ranking kinesis kinesisanalytics kinesisvideo kms lakeformation lambda launchwizard lex
  license-manager license-manager-linux-subscriptions license-manager-user-subscriptions lightsail logs
  lookoutequipment lookoutmetrics lookoutvision m2 machinelearning macie2 managedblockchain
  managedblockchain-query mapcredits marketplacecommerceanalytics mechanicalturk mediaconnect mediaconvert
  mediaimport medialive mediapackage mediapackage-vod mediapackagev2 mediastore mediatailor
  medical-imaging memorydb mgh mgn migrationhub-orchestrator migrationhub-strategy mobileanalytics
  mobilehub mobiletargeting monitron mpa mq neptune-db neptune-graph network-firewall
  network-security-director networkflowmonitor networkmanager networkmanager-chat networkmonitor nimble
  notifications notifications-contacts nova-act oam observabilityadmin odb omics one opensearch opsworks
  opsworks-cm organizations osis outposts panorama partnercentral partnercentral-account-management
  payment-cryptography payments pca-connector-ad pca-connector-scep pcs personalize pi pipes polly pricing
  pricingplanmanager private-networks profile proton purchase-orders q qapps qbusiness qdeveloper qldb
  quicksight ram rbin rds rds-data rds-db redshift redshift-data redshift-serverless refactor-spaces
  rekognition repostspace resiliencehub resource-explorer resource-explorer-2 resource-groups rhelkb
  robomaker rolesanywhere route53 route53-recovery-cluster route53-recovery-control-config
  route53-recovery-readiness route53domains route53globalresolver route53profiles route53resolver
  rtbfabric rum s3 s3-object-lambda s3-outposts s3express s3tables s3vectors sagemaker
  sagemaker-data-science-assistant sagemaker-geospatial sagemaker-groundtruth-synthetic sagemaker-mlflow
  sagemaker-unified-studio-mcp savingsplans scheduler schemas scn sdb secretsmanager security-ir
  securityagent securityhub securitylake serverlessrepo servicecatalog servicediscovery serviceextract
  servicequotas ses shield signer signin simspaceweaver sms sms-voice snow-device-management snowball sns
  social-messaging sqlworkbench sqs ssm ssm-contacts ssm-guiconnect ssm-incidents ssm-quicksetup ssm-sap
  ssmmessages sso sso-directory sso-oauth states storagegateway sts support support-console supportapp
  supportplans sustainability swf synthetics tag tax textract thinclient timestream timestream-influxdb
  tiros tnb transcribe transfer transform transform-custom translate trustedadvisor ts user-subscriptions
  uxc vendor-insights verified-access verifiedpermissions voiceid vpc-lattice vpc-lattice-svcs vpce waf
  waf-regional wafv2 wam wellarchitected wickr wisdom workdocs worklink workmail workmailmessageflow
  workspaces workspaces-instances workspaces-web xray
`
  .trim()
  .split(/\s+/);
