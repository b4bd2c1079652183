import { randomUUID } from "node:crypto";
import type { ServiceError } from "./define-service";
import type { ServiceRequest, ServiceResponse } from "./service";

/**
 * Whether a request of the query protocol asks for JSON in place of XML. SDKs do not; the integrations of API Gateway do.
 *
 * Source: https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.py: TestSqsQueryApi, and
 * tests/aws/services/apigateway/test_apigateway_sqs.py, recorded from AWS)
 */
export function asksForJson({ headers }: ServiceRequest): boolean {
  return /\bapplication\/json\b/.test(headers.accept ?? "");
}

/** `{"PublishResponse":{"PublishResult":{"MessageId":"…"},"ResponseMetadata":{"RequestId":"…"}}}`. */
export function jsonResult(operation: string, result: object): ServiceResponse {
  const metadata = { ResponseMetadata: { RequestId: randomUUID() } };
  return json(200, { [`${operation}Response`]: { [`${operation}Result`]: result, ...metadata } });
}

export function jsonRefusal({ code, message, status = 400 }: ServiceError): ServiceResponse {
  return json(status, { Error: { Code: code, Message: message, Type: "Sender" }, RequestId: randomUUID() });
}

function json(status: number, body: object): ServiceResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
