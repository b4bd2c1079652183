import { type FactDetails, factText, jsonOf, traceParent } from "../../../local";
import { block, blocks, flag, isValues, text, textMap, type Values } from "../../../model";

/** The parts of an event that show its cause. */
export interface EventDetails {
  readonly request?: FactDetails["request"];
  readonly isAuthorizer: boolean;
  /** Ids that AWS assigned to its contents. */
  readonly ids: readonly string[];
  /** The parents in trace headers of messages. */
  readonly parents: readonly string[];
}

export function eventDetails(payload: string): EventDetails {
  const given = jsonOf(payload);
  const event = isValues(given) ? given : {};
  const records = blocks(event, "Records");
  const request = requestIn(event);
  return {
    ...(request !== undefined && { request }),
    isAuthorizer: event.type === "REQUEST" || event.type === "TOKEN",
    ids: [...eventIds(event), ...records.flatMap(recordIds)],
    parents: records.flatMap((record) => {
      const header = text(block(record, "attributes") ?? {}, "AWSTraceHeader");
      return traceParent(header) ?? [];
    }),
  };
}

/**
 * The client request in an event of API Gateway or a function URL: in both formats, for an authorizer, and for a WebSocket.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
function requestIn(event: Values): FactDetails["request"] | undefined {
  const context = block(event, "requestContext") ?? {};
  const requestId = text(context, "requestId");
  if (requestId === undefined) return undefined;
  const http = block(context, "http") ?? {};
  const method = text(http, "method") ?? text(event, "httpMethod") ?? text(context, "eventType") ?? "";
  const resource = text(event, "resource");
  const route = text(context, "routeKey") ?? (resource && `${method} ${resource}`);
  const path = text(event, "rawPath") ?? text(event, "path") ?? route ?? "";
  const body = text(event, "body");
  return {
    api: text(context, "apiId") ?? text(context, "domainName") ?? "",
    method,
    path,
    ...(route !== undefined && route !== "" && { route }),
    requestId,
    headers: textMap(event, "headers"),
    ...(body !== undefined && {
      body: factText(flag(event, "isBase64Encoded") === true ? Buffer.from(body, "base64") : body),
    }),
  };
}

/** Events of a bus and notifications of a topic in JSON have an id. */
function eventIds(event: Values): readonly string[] {
  const isBusEvent = text(event, "detail-type") !== undefined;
  const id = isBusEvent ? text(event, "id") : event.Type === "Notification" ? text(event, "MessageId") : "";
  return id ? [id] : [];
}

/**
 * The ids of a record, and of the event or notification in a message.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/lambda-services.html
 */
function recordIds(record: Values): readonly string[] {
  const carried = jsonOf(text(record, "body") ?? "");
  const ids = [
    text(record, "messageId"),
    text(block(record, "Sns") ?? {}, "MessageId"),
    text(block(record, "kinesis") ?? {}, "sequenceNumber"),
    text(block(record, "responseElements") ?? {}, "x-amz-request-id"),
    ...(isValues(carried) ? eventIds(carried) : []),
  ];
  return ids.flatMap((each) => each ?? []);
}
