import { identityMembers } from "../identities/cognito-caller";
import { commonLogTime } from "./access-log";
import type { ApiExchange } from "./api-exchange";

/** The members that only some events have. */
interface OwnParts {
  readonly version?: string;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

/**
 * An event of a function or an authorizer in format 1.0, which is that of REST APIs.
 *
 * Every request of a REST API runs this code, and spreading objects would dominate its cost.
 *
 * @param absent - for a member without a value
 */
export function eventParts<Absent>(
  exchange: ApiExchange,
  absent: Absent,
  requestContext: object,
  own: OwnParts = {},
) {
  const { route, method, eventPath, headerValues, queryValues, pathParameters, stage } = exchange;
  return {
    version: own.version,
    resource: route?.resourcePath,
    path: eventPath,
    httpMethod: method,
    headers: headerValues.single,
    multiValueHeaders: headerValues.multi,
    queryStringParameters: queryValues?.single ?? absent,
    multiValueQueryStringParameters: queryValues?.multi ?? absent,
    requestContext,
    pathParameters: pathParameters ?? absent,
    stageVariables: stage?.variables ?? absent,
    body: own.body,
    isBase64Encoded: own.isBase64Encoded,
  };
}

/** The members of a context that only some kinds of APIs have. */
interface OwnContext {
  readonly authorizer?: object | undefined;
  readonly operationName?: string | undefined;
  readonly deploymentId?: string | undefined;
  /** Null without a caller of an identity pool. */
  readonly cognitoAmr?: readonly string[] | null;
  readonly apiKey?: string | undefined;
  readonly apiKeyId?: string | undefined;
}

/** The context of a request in format 1.0. */
export function eventContext(exchange: ApiExchange, own: OwnContext) {
  const { api, route, stage } = exchange;
  return {
    accountId: api.account,
    apiId: api.id,
    authorizer: own.authorizer,
    deploymentId: own.deploymentId,
    domainName: exchange.domainName,
    domainPrefix: exchange.domainPrefix,
    extendedRequestId: exchange.extendedId,
    httpMethod: exchange.method,
    identity: identityOf(exchange, own),
    operationName: own.operationName,
    path: exchange.contextPath,
    protocol: exchange.protocol,
    requestId: exchange.id,
    requestTime: commonLogTime(exchange.receivedAtMs),
    requestTimeEpoch: exchange.receivedAtMs,
    resourceId: route?.resourceId,
    resourcePath: route?.resourcePath,
    stage: stage?.name,
  };
}

function identityOf({ authorized, sourceIp, userAgent }: ApiExchange, own: OwnContext) {
  const iam = authorized?.type === "iam" ? authorized : undefined;
  const user = identityMembers(iam?.cognito);
  return {
    accessKey: iam?.accessKey ?? null,
    accountId: iam?.accountId ?? null,
    apiKey: own.apiKey,
    apiKeyId: own.apiKeyId,
    caller: iam?.callerId ?? null,
    cognitoAmr: own.cognitoAmr,
    cognitoAuthenticationProvider: user.cognitoAuthenticationProvider,
    cognitoAuthenticationType: user.cognitoAuthenticationType,
    cognitoIdentityId: user.cognitoIdentityId,
    cognitoIdentityPoolId: user.cognitoIdentityPoolId,
    principalOrgId: null,
    sourceIp,
    user: iam?.userId ?? null,
    userAgent,
    userArn: iam?.userArn ?? null,
  };
}
