import { randomUUID } from "node:crypto";
import { escapeXml } from "../../wire/escape-xml";
import type { Protocol, ServiceError } from "./define-service";
import { asksForJson, jsonRefusal, jsonResult } from "./query-json";
import type { ServiceRequest, ServiceResponse } from "./service";

/** Texts of a result, lists of members, maps of texts, and structures of these. */
export interface QueryResult {
  readonly [name: string]: string | QueryResult | readonly QueryResult[] | ReadonlyMap<string, string>;
}

/**
 * AWS's query protocol: parameters come as a form, and results go out as XML.
 *
 * @param namespace - the XML namespace of the service
 * @param inputOf - what operations get, from the form, the request and the resources of the service
 */
export function queryProtocol<Input, Resources = unknown>(
  namespace: string,
  inputOf: (form: URLSearchParams, request: ServiceRequest, resources: Resources) => Input,
): Protocol<Resources, Input, QueryResult> {
  return {
    inputOf: (request, resources) => inputOf(formOf(request), request, resources),
    operationOf: ({ operation }) => operation,
    describe: ({ operation = "" }) => operation,
    respond: (result, operation, request) => {
      if (asksForJson(request))
        return jsonResult(operation, { ...nullMembers[operation], ...plainOf(result) });
      const metadata = element("ResponseMetadata", element("RequestId", randomUUID()));
      const body = `${element(`${operation}Result`, contentOf(result))}${metadata}`;
      return xml(200, `<${operation}Response xmlns="${namespace}">${body}</${operation}Response>`);
    },
    refuse: (error, request) => (asksForJson(request) ? jsonRefusal(error) : errorXml(namespace, error)),
  };
}

/**
 * Members that JSON includes even without a value, unlike XML.
 *
 * Source: https://github.com/pahud/svs327-reinvent2019 (cdk/README.md: the response of an integration with SNS)
 */
const nullMembers: Readonly<Record<string, object>> = { Publish: { MessageId: null, SequenceNumber: null } };

function plainOf(result: QueryResult): object {
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => {
      if (typeof value === "string") return [name, value];
      if (isMap(value)) return [name, Object.fromEntries(value)];
      return [name, isList(value) ? value.map(plainOf) : plainOf(value)];
    }),
  );
}

/** Clients without a body write the parameters into the URL. */
function formOf({ body, url }: ServiceRequest): URLSearchParams {
  const form = body.toString("utf8");
  return new URLSearchParams(form === "" ? (url.split("?", 2)[1] ?? "") : form);
}

function errorXml(namespace: string, { code, message, status = 400 }: ServiceError): ServiceResponse {
  const error = element("Type", "Sender") + element("Code", code) + element("Message", escapeXml(message));
  const body = element("Error", error) + element("RequestId", randomUUID());
  return xml(status, `<ErrorResponse xmlns="${namespace}">${body}</ErrorResponse>`);
}

function xml(status: number, body: string): ServiceResponse {
  return { status, headers: { "content-type": "text/xml" }, body };
}

function entriesOf(map: ReadonlyMap<string, string>): string {
  return [...map]
    .map(([key, value]) =>
      element("entry", element("key", escapeXml(key)) + element("value", escapeXml(value))),
    )
    .join("");
}

/** One element per text and structure; per list, one `member` element each. */
function contentOf(result: QueryResult): string {
  return Object.entries(result)
    .map(([name, value]) => {
      if (typeof value === "string") return element(name, escapeXml(value));
      if (isMap(value)) return element(name, entriesOf(value));
      if (!isList(value)) return element(name, contentOf(value));
      return element(name, value.map((each) => element("member", contentOf(each))).join(""));
    })
    .join("");
}

const isMap = (value: object): value is ReadonlyMap<string, string> => value instanceof Map;

const isList = (value: object): value is readonly QueryResult[] => Array.isArray(value);

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}
