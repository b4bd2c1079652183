import { randomUUID } from "node:crypto";
import { escapeXml } from "../../wire/escape-xml";
import type { ServiceResponse } from "../contract/service";

type Members = readonly Readonly<Record<string, string>>[];

/** An answer of the query protocol: one element per text, and per list one `member` each. */
export function snsResult(
  operation: string,
  result: Readonly<Record<string, string | Members>>,
): ServiceResponse {
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

export function snsError(code: string, message: string, status = 400): ServiceResponse {
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
