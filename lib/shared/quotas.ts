/**
 * Quotas of AWS that are known before anything is deployed, each with its source.
 *
 * Only hard ones and those whose default nearly everybody has: passing one fails the synthesis.
 */
export const quotas = {
  /** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
  functionNameLength: 64,
  /** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
  environmentBytes: 4096,
  /** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
  layersPerFunction: 5,
  /** https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html */
  functionDescriptionLength: 256,
  /** https://docs.aws.amazon.com/lambda/latest/api/API_Cors.html */
  functionUrlCorsMaxAgeSeconds: 86_400,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  routesPerHttpApi: 300,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html */
  routesPerWebSocketApi: 300,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  authorizersPerHttpApi: 10,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  stagesPerHttpApi: 10,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  scopesPerRoute: 10,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  audiencesPerJwtAuthorizer: 50,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  authorizerCacheSeconds: 3600,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html */
  corsMaxAgeSeconds: 86_400,
  /** https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html */
  functionPolicyBytes: 20_480,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
  resourcesPerRestApi: 300,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
  authorizersPerRestApi: 10,
} as const;
