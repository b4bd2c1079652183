import {
  arnOf,
  choice,
  count,
  description,
  jsonDocument,
  type ResourceLimits,
  range,
  textLimit,
} from "./limit";

const api2 = "https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis.html";
const stage2 = "https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-stages.html";
const integration2 =
  "https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-integrations.html";
const authorizer2 =
  "https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-authorizers.html";
const quotas2 = "https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html";
const quotas1 =
  "https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html";
const createRestApi = "https://docs.aws.amazon.com/apigateway/latest/api/API_CreateRestApi.html";
const createStage = "https://docs.aws.amazon.com/apigateway/latest/api/API_CreateStage.html";
const createAuthorizer = "https://docs.aws.amazon.com/apigateway/latest/api/API_CreateAuthorizer.html";
const putIntegration = "https://docs.aws.amazon.com/apigateway/latest/api/API_PutIntegration.html";
const createPlan = "https://docs.aws.amazon.com/apigateway/latest/api/API_CreateUsagePlan.html";
const usagePlans =
  "https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html";
const requestCertificate = "https://docs.aws.amazon.com/acm/latest/APIReference/API_RequestCertificate.html";
const certificateQuotas = "https://docs.aws.amazon.com/acm/latest/userguide/acm-limits.html";

const unlimited = Number.POSITIVE_INFINITY;
const logArn = "arn:aws:logs:eu-west-1:111122223333:log-group:requests";
const stageName = /^[A-Za-z0-9_-]+$/;
const stageNameInWords = "up to 128 letters, digits, - and _";

/** `variables` of https://docs.aws.amazon.com/apigateway/latest/api/API_CreateStage.html; the lengths are quotas. */
const stageVariable = {
  name: textLimit(quotas1, 64, /^\w+$/, "a name of up to 64 letters, digits and _"),
  value: textLimit(
    quotas1,
    512,
    /^[A-Za-z0-9\-._~:/?#&=,]+$/,
    "a text of up to 512 letters, digits and the characters - . _ ~ : / ? # & = ,",
  ),
};

/** HTTP, WebSocket and REST APIs, and the certificates of their domains. */
export const gatewayLimits = {
  aws_apigatewayv2_api: {
    name: textLimit(api2, 128),
    description: description(api2, 1024),
    version: textLimit(api2, 64),
  },
  aws_apigatewayv2_stage: {
    name: textLimit(
      stage2,
      128,
      /^(\$default|[A-Za-z0-9_-]+)$/,
      "$default, or 1 to 128 letters, digits, - and _",
    ),
    description: description(stage2, 1024),
    stageVariables: count(quotas2, 100, "stage variables", stageVariable),
    "defaultRouteSettings.loggingLevel": choice(stage2, "OFF", "ERROR", "INFO"),
    "defaultRouteSettings.throttlingBurstLimit": range(stage2, 0, unlimited),
    "routeSettings.loggingLevel": choice(stage2, "OFF", "ERROR", "INFO"),
    "routeSettings.throttlingBurstLimit": range(stage2, 0, unlimited),
    "accessLogSettings.destinationArn": arnOf(stage2, ["logs", "firehose"], logArn),
  },
  aws_apigatewayv2_integration: {
    description: description(integration2, 1024),
    timeoutMilliseconds: range(quotas2, 50, 30_000),
    credentialsArn: arnOf(integration2, ["iam"], "arn:aws:iam::111122223333:role/gateway"),
    "responseParameters.statusCode": {
      ...textLimit(integration2, 3, /^[2-5]\d\d$/, 'a status from "200" to "599"', 3),
      sample: "200",
    },
  },
  aws_apigatewayv2_authorizer: {
    name: textLimit(authorizer2, 128),
    authorizerResultTtlInSeconds: range(quotas2, 0, 3600),
    "jwtConfiguration.audience": count(quotas2, 50, "audiences"),
  },
  aws_api_gateway_rest_api: {
    name: textLimit(createRestApi, unlimited),
    // -1 is the provider's value for no compression.
    minimumCompressionSize: range(createRestApi, 0, 10_485_760, { also: [-1], isText: true }),
    apiKeySource: choice(createRestApi, "HEADER", "AUTHORIZER"),
    policy: jsonDocument(createRestApi),
    putRestApiMode: choice(
      "https://docs.aws.amazon.com/apigateway/latest/api/API_PutRestApi.html",
      "merge",
      "overwrite",
    ),
    "endpointConfiguration.types": choice(createRestApi, "EDGE", "REGIONAL", "PRIVATE"),
    binaryMediaTypes: {
      ...textLimit(
        createRestApi,
        unlimited,
        /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(\s*;.*)?$/,
        "a media type, such as image/png, or */*",
      ),
      sample: "image/png",
    },
  },
  aws_api_gateway_stage: {
    stageName: textLimit(createStage, 128, stageName, stageNameInWords),
    variables: count(quotas1, 100, "stage variables", stageVariable),
    cacheClusterSize: choice(createStage, "0.5", "1.6", "6.1", "13.5", "28.4", "58.2", "118", "237"),
    "accessLogSettings.destinationArn": arnOf(createStage, ["logs", "firehose"], logArn),
  },
  aws_api_gateway_authorizer: {
    name: textLimit(createAuthorizer, unlimited),
    authorizerResultTtlInSeconds: range(createAuthorizer, 0, 3600),
  },
  aws_api_gateway_integration: {
    // With streamed responses; without them 300_000, by the quota of the account.
    timeoutMilliseconds: range(quotas1, 50, 900_000),
    type: textLimit(
      putIntegration,
      10,
      /^(AWS|AWS_PROXY|HTTP|HTTP_PROXY|MOCK)$/,
      '"AWS", "AWS_PROXY", "HTTP", "HTTP_PROXY" or "MOCK"',
    ),
    passthroughBehavior: choice(putIntegration, "WHEN_NO_MATCH", "WHEN_NO_TEMPLATES", "NEVER"),
    contentHandling: choice(putIntegration, "CONVERT_TO_BINARY", "CONVERT_TO_TEXT"),
    connectionType: choice(putIntegration, "INTERNET", "VPC_LINK"),
  },
  aws_api_gateway_usage_plan: {
    name: textLimit(createPlan, unlimited),
    "quotaSettings.limit": range(createPlan, 1, 2_147_483_647),
  },
  aws_api_gateway_api_key: {
    name: textLimit(usagePlans, 1024),
    value: textLimit(usagePlans, 128, /^[A-Za-z0-9_-]+$/, "20 to 128 letters and digits", 20),
  },
  aws_acm_certificate: {
    domainName: textLimit(requestCertificate, 64, /^\S+$/, "a domain name of up to 64 characters"),
    subjectAlternativeNames: count(certificateQuotas, 100, "names"),
  },
} as const satisfies Readonly<Record<string, ResourceLimits>>;

const mutualTls =
  "https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/domainnames-domainname.html#domainnames-domainname-model-mutualtlsauthenticationinput";

/** The trust store of mutual TLS: the key of an object, and its version. */
export const truststoreLimits = {
  key: textLimit("https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html", 1024),
  version: textLimit(mutualTls, 64, /^\S+$/, "the id of a version: up to 64 characters without spaces"),
};

/** The name of a model of a REST API. */
export const modelNameLimit = textLimit(
  "https://docs.aws.amazon.com/apigateway/latest/api/API_CreateModel.html",
  unlimited,
  /^[A-Za-z0-9]+$/,
  "the name of a model: letters and digits",
);
