import { functionArnOf } from "../../../../facts/aws/function-arn";
import { block, blocks, number, requireText, text, textMap, type Values } from "../../../../model";
import { type EndpointOverrides, overriddenAddress } from "../../endpoint-overrides";
import { parseRequestTemplate, type RequestTemplate } from "../values/expressions";
import { type ParameterMapping, parseMapping } from "../values/parameter-mapping";
import type { HttpRequestFacts } from "../values/request-facts";
import type { ForwardIntegration, HttpIntegration } from "./config";

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const maxTimeoutMs = 30_000;

/** Names of services in `--endpoint`, by the service in a subtype. */
const serviceNames: Readonly<Record<string, readonly string[]>> = {
  AppConfig: ["appconfig"],
  EventBridge: ["events", "eventbridge"],
  Kinesis: ["kinesis"],
  SQS: ["sqs"],
  StepFunctions: ["states", "stepfunctions"],
};

/** Reads an `aws_apigatewayv2_integration`. */
export function readHttpIntegration(values: Values, endpoints: EndpointOverrides): HttpIntegration {
  const timeoutMs = Math.min(number(values, "timeout_milliseconds") ?? maxTimeoutMs, maxTimeoutMs);
  const subtype = text(values, "integration_subtype");
  const uri = requireText(values, "integration_uri");
  if (subtype !== undefined) {
    const service = subtype.split("-", 1)[0] ?? subtype;
    const names = [subtype, service, ...(serviceNames[service] ?? [])];
    return {
      type: "service",
      subtype,
      roleArn: text(values, "credentials_arn"),
      target: names.map((name) => endpoints.get(name)).find((address) => address !== undefined),
      parameters: Object.entries(textMap(values, "request_parameters")).map(
        ([name, value]) => [name, parseRequestTemplate(value)] as const,
      ),
      timeoutMs,
    };
  }
  if (text(values, "integration_type") === "AWS_PROXY") {
    return {
      type: "function",
      functionArn: parseRequestTemplate(functionArnOf(uri)),
      roleArn: text(values, "credentials_arn"),
      format: text(values, "payload_format_version") === "2.0" ? "2.0" : "1.0",
      responses: responseMappings(values),
      timeoutMs,
    };
  }
  return readForward(values, uri, endpoints, timeoutMs);
}

/** The mappings of responses, by their status. */
function responseMappings(values: Values): ReadonlyMap<string, ParameterMapping> {
  return new Map(
    blocks(values, "response_parameters").map((each) => [
      requireText(each, "status_code"),
      parseMapping(textMap(each, "mappings")),
    ]),
  );
}

function readForward(
  values: Values,
  uri: string,
  endpoints: EndpointOverrides,
  timeoutMs: number,
): ForwardIntegration {
  const isPrivate = text(values, "connection_type") === "VPC_LINK";
  const address = overriddenAddress(uri, endpoints) ?? (isPrivate ? undefined : uri);
  const tls = block(values, "tls_config") ?? {};
  return {
    type: "forward",
    uri,
    target: address === undefined ? undefined : parseUri(address),
    isPrivate,
    method: text(values, "integration_method") ?? "ANY",
    request: parseMapping(textMap(values, "request_parameters")),
    responses: responseMappings(values),
    serverName: text(tls, "server_name_to_verify"),
    timeoutMs,
  };
}

const variable = /\$\{stageVariables\.([^{}]+)\}|\{([^{}+]+)\+?\}/g;

/** Parses the address of an integration with path and stage variables: `https://example.com/{proxy}`. */
function parseUri(text: string): RequestTemplate {
  const parts: (string | ((exchange: HttpRequestFacts) => string))[] = [];
  let end = 0;
  for (const match of text.matchAll(variable)) {
    const [whole, stageVariable, pathVariable] = match;
    parts.push(text.slice(end, match.index));
    if (stageVariable !== undefined) parts.push(({ stage }) => stage?.variables?.[stageVariable] ?? "");
    else parts.push(({ pathParameters }) => encodePath(pathParameters?.[pathVariable ?? ""] ?? ""));
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return {
    text,
    needsBody: false,
    render: (exchange) => parts.map((part) => (typeof part === "string" ? part : part(exchange))).join(""),
  };
}

/** Encodes a decoded path, except for its slashes. */
function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
