import { arnPattern, arnSource, arnStart, exampleArn } from "../../../facts/aws/arn-patterns";
import { exampleRegion } from "../../../facts/aws/regions";
import {
  arnOf,
  choice,
  count,
  description,
  javaRegexText,
  modelled,
  policyText,
  type ResourceLimits,
  range,
  textLimit,
  unless,
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
const logArn = exampleArn("logs", "log-group:requests");
const createDomain1 = "https://docs.aws.amazon.com/apigateway/latest/api/API_CreateDomainName.html";
const domain2 = "https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/domainnames-domainname.html";
const putMethod = "https://docs.aws.amazon.com/apigateway/latest/api/API_PutMethod.html";
const role = exampleArn("iam", "role/gateway");
const selections =
  "https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-selection-expressions.html";
const integers = 2_147_483_647;
/** AWS allows more than ASCII, but not only control characters and spaces. */
const named = /^(?=.*\S)\P{Cc}+$/su;

/** A certificate of ACM; certificates of IAM are for other services. */
const certificateArn = (source: string) => {
  const sample = exampleArn("acm", "certificate/12345678-1234-1234-1234-123456789012");
  const pattern = arnPattern("acm", /certificate\/[\w-]+/);
  return { ...textLimit(source, unlimited, pattern, `an ARN such as ${JSON.stringify(sample)}`), sample };
};

/** The form of a function that a gateway calls. */
const invokeArn = (source: string) => {
  const sample = exampleArn(
    "apigateway",
    `path/2015-03-31/functions/${exampleArn("lambda", "function:door")}/invocations`,
    { account: "lambda" },
  );
  const pattern = arnStart;
  return { ...textLimit(source, unlimited, pattern, "the invokeArn of a function"), sample };
};

/** The role for an integration, or `arn:aws:iam::*:user/*` for the caller's role. */
const credentials = (source: string) => {
  const expected = `an ARN such as ${JSON.stringify(role)}`;
  const pattern = new RegExp(
    `^(${arnSource("iam", "role/\\S+")}|${arnSource("iam", "user/\\*", { account: "\\*" })})$`,
  );
  return { ...textLimit(source, unlimited, pattern, expected), sample: role };
};

const stageName = /^[A-Za-z0-9_-]+$/;
const stageNameInWords = "up to 128 letters, digits, - and _";

/** `variables` of https://docs.aws.amazon.com/apigateway/latest/api/API_CreateStage.html; the lengths are quotas. */
const stageVariable = {
  name: textLimit(quotas1, 64, /^\w+$/, "a name of up to 64 letters, digits and _"),
  value: textLimit(
    quotas1,
    512,
    /^[A-Za-z0-9\-._~:/?#&=,]+$/,
    "a string of up to 512 letters, digits and the characters - . _ ~ : / ? # & = ,",
  ),
};

/** HTTP, WebSocket and REST APIs, and the certificates of their domains. */
export const gatewayLimits = {
  aws_apigatewayv2_api: {
    ...modelled("ipAddressType"),
    name: textLimit(api2, 128),
    description: description(api2, 1024),
    version: textLimit(api2, 64),
    // HTTP APIs have a fixed one.
    routeSelectionExpression: unless(
      {
        ...textLimit(
          selections,
          unlimited,
          /^(\$request\.body\.[\w.[\]'"-]+|[^$]*(\$\{request\.(body|header|querystring)\.[^{}]+\}[^$]*)+)$/,
          'a part of the message: "$request.body.action"',
        ),
        sample: "$request.body.action",
      },
      "protocolType",
      (protocol) => protocol === "HTTP",
      choice(api2, "$request.method $request.path", "${request.method} ${request.path}"),
    ),
    apiKeySelectionExpression: choice(
      selections,
      "$request.header.x-api-key",
      "$context.authorizer.usageIdentifierKey",
    ),
  },
  aws_apigatewayv2_domain_name: {
    ...modelled("domainNameConfiguration.ipAddressType"),
    "domainNameConfiguration.certificateArn": certificateArn(domain2),
    "domainNameConfiguration.ownershipVerificationCertificateArn": certificateArn(domain2),
    "domainNameConfiguration.endpointType": choice(domain2, "REGIONAL"),
    "domainNameConfiguration.securityPolicy": choice(domain2, "TLS_1_2"),
  },
  aws_api_gateway_domain_name: {
    certificateArn: certificateArn(createDomain1),
    regionalCertificateArn: certificateArn(createDomain1),
    ownershipVerificationCertificateArn: certificateArn(createDomain1),
  },
  aws_apigatewayv2_stage: {
    name: textLimit(
      stage2,
      128,
      /^(\$default|[A-Za-z0-9_-]+)$/,
      "$default, or 1 to 128 letters, digits, - and _",
    ),
    description: description(stage2, 1024),
    clientCertificateId: textLimit(stage2, unlimited),
    deploymentId: textLimit(stage2, unlimited),
    stageVariables: count(quotas2, 100, "stage variables", stageVariable),
    "defaultRouteSettings.loggingLevel": choice(stage2, "OFF", "ERROR", "INFO"),
    "defaultRouteSettings.throttlingBurstLimit": range(stage2, 0, integers),
    "defaultRouteSettings.throttlingRateLimit": range(stage2, 0, unlimited, { isDecimal: true }),
    "routeSettings.loggingLevel": choice(stage2, "OFF", "ERROR", "INFO"),
    "routeSettings.throttlingBurstLimit": range(stage2, 0, integers),
    "routeSettings.throttlingRateLimit": range(stage2, 0, unlimited, { isDecimal: true }),
    "accessLogSettings.format": textLimit(stage2, unlimited, /\S/, "a string with $context variables"),
    "accessLogSettings.destinationArn": arnOf(stage2, ["logs", "firehose"], logArn),
  },
  aws_apigatewayv2_integration: {
    ...modelled("integrationType", "connectionType"),
    description: description(integration2, 1024),
    timeoutMilliseconds: range(quotas2, 50, 30_000),
    credentialsArn: credentials(integration2),
    integrationMethod: choice(
      integration2,
      "ANY",
      "GET",
      "PUT",
      "HEAD",
      "POST",
      "DELETE",
      "PATCH",
      "OPTIONS",
    ),
    payloadFormatVersion: choice(integration2, "1.0", "2.0"),
    "responseParameters.statusCode": {
      ...textLimit(integration2, 3, /^[2-5]\d\d$/, 'a status from "200" to "599"', 3),
      sample: "200",
    },
  },
  aws_apigatewayv2_authorizer: {
    ...modelled("authorizerType"),
    name: textLimit(authorizer2, 128, named, "a string of visible characters"),
    authorizerPayloadFormatVersion: choice(authorizer2, "1.0", "2.0"),
    authorizerUri: invokeArn(authorizer2),
    authorizerCredentialsArn: arnOf(authorizer2, ["iam"], role),
    authorizerResultTtlInSeconds: range(quotas2, 0, 3600),
    "jwtConfiguration.audience": count(quotas2, 50, "audiences"),
  },
  aws_api_gateway_rest_api: {
    ...modelled("apiKeySource", "endpointConfiguration.ipAddressType"),
    name: textLimit(createRestApi, unlimited),
    // -1 is the provider's value for no compression.
    minimumCompressionSize: range(createRestApi, 0, 10_485_760, { also: [-1], isText: true }),
    policy: policyText(createRestApi),
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
    ...modelled("cacheClusterSize"),
    stageName: textLimit(createStage, 128, stageName, stageNameInWords),
    variables: count(quotas1, 100, "stage variables", stageVariable),
    clientCertificateId: textLimit(createStage, unlimited),
    documentationVersion: textLimit(createStage, unlimited),
    "canarySettings.percentTraffic": range(createStage, 0, 100, { isDecimal: true }),
    "accessLogSettings.destinationArn": arnOf(createStage, ["logs", "firehose"], logArn),
  },
  aws_api_gateway_authorizer: {
    ...modelled("type"),
    name: textLimit(createAuthorizer, unlimited, named, "a string of visible characters"),
    authorizerUri: invokeArn(createAuthorizer),
    authorizerCredentials: arnOf(createAuthorizer, ["iam"], role),
    identityValidationExpression: { ...javaRegexText(createAuthorizer), sample: undefined },
    providerArns: arnOf(
      createAuthorizer,
      ["cognito-idp"],
      exampleArn("cognito-idp", `userpool/${exampleRegion}_Abc`),
    ),
    authorizerResultTtlInSeconds: range(createAuthorizer, 0, 3600),
  },
  aws_api_gateway_integration: {
    ...modelled("contentHandling", "connectionType"),
    // With streamed responses; without them 300_000, by the quota of the account.
    timeoutMilliseconds: range(quotas1, 50, 900_000),
    type: textLimit(
      putIntegration,
      10,
      /^(AWS|AWS_PROXY|HTTP|HTTP_PROXY|MOCK)$/,
      '"AWS", "AWS_PROXY", "HTTP", "HTTP_PROXY" or "MOCK"',
    ),
    passthroughBehavior: choice(putIntegration, "WHEN_NO_MATCH", "WHEN_NO_TEMPLATES", "NEVER"),
    credentials: credentials(putIntegration),
    cacheNamespace: textLimit(putIntegration, unlimited),
  },
  aws_api_gateway_method: {
    operationName: textLimit(putMethod, unlimited),
    requestValidatorId: textLimit(putMethod, unlimited),
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
    ...modelled("options.certificateTransparencyLoggingPreference"),
    keyAlgorithm: choice(
      requestCertificate,
      ...["RSA_1024", "RSA_2048", "RSA_3072", "RSA_4096"],
      ...["EC_prime256v1", "EC_secp384r1", "EC_secp521r1"],
    ),
    domainName: textLimit(requestCertificate, 64, /^\S+$/, "a domain name of up to 64 characters"),
    subjectAlternativeNames: count(certificateQuotas, 100, "names"),
  },
} as const satisfies Readonly<Record<string, ResourceLimits>>;

const mutualTls =
  "https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/domainnames-domainname.html#domainnames-domainname-model-mutualtlsauthenticationinput";

/** The trust store of mutual TLS: the key of an object, and its version. */
export const truststoreLimits = {
  key: textLimit("https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html", 1024, /\S/),
  version: textLimit(mutualTls, 64, /^\S+$/, "the id of a version: up to 64 characters without spaces"),
};

/** A recipient of a token: https://www.rfc-editor.org/rfc/rfc7519#section-4.1.3 */
export const audienceLimit = textLimit(authorizer2, unlimited, named, "a string of visible characters");

/** The pattern that selects a response of a REST API. */
export const selectionPatternLimit = {
  ...javaRegexText("https://docs.aws.amazon.com/apigateway/latest/api/API_PutIntegrationResponse.html"),
  // An empty pattern matches responses without another match.
  min: 0,
};

export const modelNameLimit = textLimit(
  "https://docs.aws.amazon.com/apigateway/latest/api/API_CreateModel.html",
  unlimited,
  /^[A-Za-z0-9]+$/,
  "the name of a model: letters and digits",
);
