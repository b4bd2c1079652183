import { randomUUID } from "node:crypto";
import { escapeXml } from "../wire/xml";
import type { ServiceResponse } from "./contract/service";

/** An error that is written before a service reads the request. */
export interface RouterError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Services whose errors are XML, by the kind of XML; services with requests in forms are recognized by their requests. */
const xmlServices: Readonly<Record<string, "s3" | "ec2" | "query">> = {
  s3: "s3",
  s3express: "s3",
  "s3-outposts": "s3",
  "s3-object-lambda": "s3",
  ec2: "ec2",
  cloudfront: "query",
  route53: "query",
  sns: "query",
};

/** The code of a failure that is the service's own; clients try again. Sources: the API references of the services. */
const internalCodes: Readonly<Record<string, string>> = {
  "cognito-idp": "InternalErrorException",
  dynamodb: "InternalServerError",
  events: "InternalException",
  kinesis: "InternalFailureException",
  lambda: "ServiceException",
  rds: "InternalServerErrorException",
  "rds-data": "InternalServerErrorException",
  s3: "ServiceUnavailable",
  secretsmanager: "InternalServiceError",
  ssm: "InternalServerError",
};

/** The error of a service that cannot do its work. */
export function internalError(service: string, message: string): RouterError {
  const code = Object.hasOwn(internalCodes, service) ? internalCodes[service] : undefined;
  return { status: service === "s3" ? 503 : 500, code: code ?? "InternalFailure", message };
}

/**
 * An error in the protocol of a service, so that its SDK can read the code and the message.
 *
 * Sources: https://smithy.io/2.0/aws/protocols/aws-query-protocol.html, .../aws-ec2-query-protocol.html,
 * .../aws-restxml-protocol.html, .../aws-json-1_0-protocol.html
 */
export function errorFor(service: string, isForm: boolean, error: RouterError): ServiceResponse {
  const kind = Object.hasOwn(xmlServices, service) ? xmlServices[service] : undefined;
  if (kind !== undefined) return xmlWriters[kind](error);
  return isForm ? xmlWriters.query(error) : jsonError(error);
}

function jsonError({ status, code, message }: RouterError): ServiceResponse {
  return {
    status,
    headers: { "content-type": "application/json", "x-amzn-errortype": code },
    // The JSON protocols of AWS write errors in different ways; this body serves them all.
    body: JSON.stringify({ __type: code, code, message, Message: message }),
  };
}

const xmlWriters = {
  s3: ({ status, code, message }: RouterError) =>
    xml(status, `<Error>${codeAndMessage(code, message)}<RequestId>${randomUUID()}</RequestId></Error>`),
  ec2: ({ status, code, message }: RouterError) =>
    xml(
      status,
      `<Response><Errors><Error>${codeAndMessage(code, message)}</Error></Errors><RequestID>${randomUUID()}</RequestID></Response>`,
    ),
  query: ({ status, code, message }: RouterError) =>
    xml(
      status,
      `<ErrorResponse><Error><Type>Sender</Type>${codeAndMessage(code, message)}</Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
    ),
};

function codeAndMessage(code: string, message: string): string {
  return `<Code>${code}</Code><Message>${escapeXml(message)}</Message>`;
}

function xml(status: number, body: string): ServiceResponse {
  return {
    status,
    headers: { "content-type": "text/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  };
}
