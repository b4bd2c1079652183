import { randomUUID } from "node:crypto";
import { escapeXml } from "../../wire/escape-xml";
import type { Protocol, ServiceError } from "../contract/define-service";
import type { ServiceResponse } from "../contract/service";

type Members = readonly Readonly<Record<string, string>>[];

/** Texts of a result, and lists of members. */
export type SnsResult = Readonly<Record<string, string | Members>>;

/** AWS's query protocol: parameters come as a form, and results go out as XML. */
export const queryProtocol: Protocol<unknown, URLSearchParams, SnsResult> = {
  inputOf: ({ body }) => new URLSearchParams(body.toString("utf8")),
  operationOf: ({ operation }) => operation,
  describe: ({ operation = "" }) => operation,
  respond: resultXml,
  refuse: errorXml,
};

/** One element per text; per list, one `member` element each. */
function resultXml(result: SnsResult, operation: string): ServiceResponse {
  const inner = Object.entries(result).map(([name, value]) =>
    typeof value === "string" ? element(name, escapeXml(value)) : element(name, value.map(member).join("")),
  );
  const metadata = element("ResponseMetadata", element("RequestId", randomUUID()));
  const body = `${element(`${operation}Result`, inner.join(""))}${metadata}`;
  return xml(
    200,
    `<${operation}Response xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${body}</${operation}Response>`,
  );
}

function errorXml({ code, message, status = 400 }: ServiceError): ServiceResponse {
  const error = element("Type", "Sender") + element("Code", code) + element("Message", escapeXml(message));
  const body = element("Error", error) + element("RequestId", randomUUID());
  return xml(
    status,
    `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${body}</ErrorResponse>`,
  );
}

function xml(status: number, body: string): ServiceResponse {
  return { status, headers: { "content-type": "text/xml" }, body };
}

function member(texts: Readonly<Record<string, string>>): string {
  const inner = Object.entries(texts).map(([name, value]) => element(name, escapeXml(value)));
  return element("member", inner.join(""));
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}
