import { identityMembers } from "../identities/cognito-caller";
import { commonLogTime } from "./access-log";
import type { ApiExchange } from "./api-exchange";

/**
 * The members that events of functions and of authorizers share in format 1.0, which is that of REST APIs.
 *
 * @param absent - for a member without a value
 */
export function eventParts<Absent>(exchange: ApiExchange, absent: Absent) {
  const { route, method, eventPath, headerValues, queryValues, pathParameters, stage } = exchange;
  return {
    resource: route?.resourcePath,
    path: eventPath,
    httpMethod: method,
    headers: headerValues.single,
    multiValueHeaders: headerValues.multi,
    queryStringParameters: queryValues?.single ?? absent,
    multiValueQueryStringParameters: queryValues?.multi ?? absent,
    pathParameters: pathParameters ?? absent,
    stageVariables: stage?.variables ?? absent,
  };
}

/** The context of a request in format 1.0. */
export function eventContext(exchange: ApiExchange, authorizer: object | undefined) {
  const { api, route, stage } = exchange;
  return {
    accountId: api.account,
    apiId: api.id,
    authorizer,
    domainName: exchange.domainName,
    domainPrefix: exchange.domainPrefix,
    extendedRequestId: exchange.extendedId,
    httpMethod: exchange.method,
    identity: identityOf(exchange),
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

function identityOf({ authorized, sourceIp, userAgent }: ApiExchange) {
  const iam = authorized?.type === "iam" ? authorized : undefined;
  return {
    ...identityMembers(iam?.cognito),
    accessKey: iam?.accessKey ?? null,
    accountId: iam?.accountId ?? null,
    caller: iam?.callerId ?? null,
    principalOrgId: null,
    sourceIp,
    user: iam?.userId ?? null,
    userAgent,
    userArn: iam?.userArn ?? null,
  };
}
