import { s3Namespace } from "../../../../facts/aws/namespaces";
import { randomText } from "../../../invoke";
import { escapeXml } from "../../../wire/escape-xml";
import type { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { errorDetailsOf } from "../errors";

export const namespace = `xmlns="${s3Namespace}"`;

export function xml(body: string, status = 200): ServiceResponse {
  return {
    status,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  };
}

/** An element with a text; nothing without a value. */
export function element(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? "" : `<${name}>${escapeXml(String(value))}</${name}>`;
}

/** Times of S3 are whole seconds. */
export function timeElement(name: string, ms: number): string {
  return element(name, new Date(Math.floor(ms / 1000) * 1000).toISOString());
}

/** The headers with the ids of a request, which errors repeat. */
export function requestIds(): { readonly "x-amz-request-id": string; readonly "x-amz-id-2": string } {
  return {
    "x-amz-request-id": randomText(8, "hex").toUpperCase(),
    "x-amz-id-2": randomText(56, "base64"),
  };
}

export function errorXml(error: ServiceError): ServiceResponse {
  const ids = requestIds();
  const details = Object.entries(errorDetailsOf(error)).map(([name, value]) => element(name, value));
  const named = element("RequestId", ids["x-amz-request-id"]) + element("HostId", ids["x-amz-id-2"]);
  const written = xml(
    `<Error>${element("Code", error.code)}${element("Message", error.message)}${details.join("")}${named}</Error>`,
    error.status,
  );
  return { ...written, headers: { ...written.headers, ...ids } };
}

/** Everything here belongs to one owner. */
export const ownerElement = "<Owner><ID>local</ID></Owner>";
export const initiatorElement = "<Initiator><ID>local</ID><DisplayName>local</DisplayName></Initiator>";

/** The storage class of an object. */
export const storageClassOf = (headers: Readonly<Record<string, string>>): string =>
  headers["x-amz-storage-class"] ?? "STANDARD";
