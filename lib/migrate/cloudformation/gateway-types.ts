import { type CloudFormationTypes, to } from "./resource-type";

/** The props with which the parts of a method refer to it. */
const methodLinks = ["restApiId", "resourceId", "httpMethod"];

/** Behaviors of CloudFront have these methods by default. */
const readMethods = ["HEAD", "GET"];

export const gatewayTypes: CloudFormationTypes = {
  "AWS::Amplify::App": to("amplify-app", {
    attributes: { AppId: "id" },
    renames: { IAMServiceRole: "iamServiceRoleArn" },
  }),
  "AWS::AppConfig::ConfigurationProfile": to("appconfig-configuration-profile", {
    ref: "configurationProfileId",
  }),
  "AWS::AppConfig::Environment": to("appconfig-environment", { ref: "environmentId" }),
  "AWS::AppConfig::HostedConfigurationVersion": to("appconfig-hosted-configuration-version", {
    ref: "versionNumber",
  }),
  "AWS::Cognito::UserPoolResourceServer": to("cognito-resource-server", {
    ref: "identifier",
    renames: { Scopes: "scope" },
  }),
  "AWS::RUM::AppMonitor": to("rum-app-monitor", { ref: "name" }),
  "AWS::ApiGateway::Deployment": to("api-gateway-deployment", {
    parts: {
      StageName: { module: "api-gateway-stage", links: ["restApiId"], ownerLinks: { deploymentId: "id" } },
    },
  }),
  "AWS::ApiGateway::DomainName": to("api-gateway-domain-name", { ref: "domainName" }),
  "AWS::ApiGateway::Method": to("api-gateway-method", {
    renames: { AuthorizationType: "authorization" },
    defaults: { authorization: "NONE" },
    parts: {
      MethodResponses: { module: "api-gateway-method-response", links: methodLinks, id: "StatusCode" },
      Integration: {
        module: "api-gateway-integration",
        links: methodLinks,
        parts: {
          IntegrationResponses: {
            module: "api-gateway-integration-response",
            links: methodLinks,
            id: "StatusCode",
          },
        },
      },
    },
  }),
  "AWS::ApiGateway::Model": to("api-gateway-model", { ref: "name" }),
  "AWS::ApiGateway::RestApi": to("api-gateway-rest-api", {
    renames: { ApiKeySourceType: "apiKeySource" },
  }),
  "AWS::ApiGateway::UsagePlan": to("api-gateway-usage-plan", {
    renames: { UsagePlanName: "name", Throttle: "throttleSettings", Quota: "quotaSettings" },
  }),
  "AWS::ApiGatewayV2::Authorizer": to("apigatewayv2-authorizer", {
    renames: { IdentitySource: "identitySources" },
  }),
  "AWS::ApiGatewayV2::Stage": to("apigatewayv2-stage", { ref: "name" }),
  "AWS::ApiGateway::Stage": to("api-gateway-stage", { ref: "stageName" }),
  "AWS::ApiGatewayV2::DomainName": to("apigatewayv2-domain-name", {
    ref: "domainName",
    attributes: {
      RegionalDomainName: "domainNameConfiguration.targetDomainName",
      RegionalHostedZoneId: "domainNameConfiguration.hostedZoneId",
    },
    blockDefaults: { domainNameConfiguration: { securityPolicy: "TLS_1_2" } },
  }),
  "AWS::AppSync::ApiKey": to("appsync-api-key", { attributes: { ApiKey: "key" } }),
  "AWS::AppSync::DataSource": to("appsync-datasource", {
    renames: { AwsRegion: "region" },
  }),
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
  "AWS::CloudFront::OriginAccessControl": to("cloudfront-origin-access-control", {
    flat: ["OriginAccessControlConfig"],
  }),
  "AWS::CloudFront::Distribution": to("cloudfront-distribution", {
    renames: {
      Origins: "origin",
      OriginGroups: "originGroup",
      CacheBehaviors: "orderedCacheBehavior",
      IPV6Enabled: "isIpv6Enabled",
      Logging: "loggingConfig",
      CustomErrorResponses: "customErrorResponse",
      FunctionAssociations: "functionAssociation",
      LambdaFunctionAssociations: "lambdaFunctionAssociation",
      LambdaFunctionARN: "lambdaArn",
      OriginCustomHeaders: "customHeader",
      HeaderName: "name",
      HeaderValue: "value",
    },
    defaults: {
      restrictions: { geoRestriction: { restrictionType: "none" } },
      viewerCertificate: { cloudfrontDefaultCertificate: true },
    },
    blockDefaults: {
      defaultCacheBehavior: { allowedMethods: readMethods, cachedMethods: readMethods },
      orderedCacheBehavior: { allowedMethods: readMethods, cachedMethods: readMethods },
      forwardedValues: { cookies: { forward: "none" } },
      // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-cloudfront-distribution-customoriginconfig.html
      customOriginConfig: { httpPort: 80, httpsPort: 443, originSslProtocols: ["TLSv1", "SSLv3"] },
      s3OriginConfig: { originAccessIdentity: "" },
    },
  }),
  "AWS::CloudFront::Function": to("cloudfront-function", {
    ref: "arn",
    attributes: { FunctionARN: "arn" },
    renames: { FunctionCode: "code", AutoPublish: "publish" },
    flat: ["FunctionConfig"],
  }),
  "AWS::CloudFront::CloudFrontOriginAccessIdentity": to("cloudfront-origin-access-identity"),
  "AWS::Cognito::IdentityPool": to("cognito-identity-pool", {
    defaults: { identityPoolName: "identities" },
  }),
  "AWS::Cognito::IdentityPoolRoleAttachment": to("cognito-identity-pool-roles-attachment"),
  "AWS::Cognito::UserPool": to("cognito-user-pool", {
    defaults: { name: "users" },
    attributes: { ProviderName: "endpoint" },
    renames: { UserPoolName: "name" },
  }),
  "AWS::Cognito::UserPoolClient": to("cognito-user-pool-client", {
    defaults: { name: "client" },
    attributes: { ClientId: "id" },
    renames: {
      ClientName: "name",
    },
  }),
  "AWS::Cognito::UserPoolDomain": to("cognito-user-pool-domain", { ref: "domain" }),
  "AWS::Cognito::UserPoolGroup": to("cognito-user-group", { ref: "name" }),
  "AWS::Cognito::UserPoolIdentityProvider": to("cognito-identity-provider", { ref: "providerName" }),
  "AWS::Cognito::UserPoolUser": to("cognito-user", {
    ref: "username",
    renames: { UserAttributes: "attributes" },
  }),
  "AWS::WAFv2::WebACL": to("wafv2-web-acl", { ref: "id" }),
};
