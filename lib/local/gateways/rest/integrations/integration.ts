import type { Values } from "../../../model/model";
import { block, flag, number, requireText, text } from "../../../model/values";
import { type EndpointOverrides, overriddenAddress } from "../../endpoint-overrides";
import { functionArnOf } from "../../function-arn";
import { parseStageText, type StageText } from "../values/stage-text";
import { type IntegrationResponses, readIntegrationResponses } from "./integration-responses";
import { type RequestMapping, readRequestMapping } from "./request-mapping";
import { parseServiceUri, type ServiceTarget } from "./service-target";

/** The integration of a method. */
export type RestIntegration =
  | FunctionProxyIntegration
  | RestFunctionIntegration
  | MockIntegration
  | HttpServerIntegration
  | HttpProxyIntegration
  | RestServiceIntegration;

/** An integration with mapped requests and responses. */
export type MappedIntegration =
  | RestFunctionIntegration
  | MockIntegration
  | HttpServerIntegration
  | RestServiceIntegration;

interface Common {
  readonly timeoutMs: number;
  readonly request: RequestMapping;
}

interface Mapped extends Common {
  readonly responses: IntegrationResponses;
}

/** `AWS_PROXY`. */
export interface FunctionProxyIntegration extends Common {
  readonly type: "function-proxy";
  readonly functionArn: StageText;
  /** The role that invokes the function. */
  readonly roleArn: string | undefined;
  /** Whether the client gets the response while the function writes it. */
  readonly isStreaming: boolean;
}

/** `AWS`, of a function. */
export interface RestFunctionIntegration extends Mapped {
  readonly type: "function";
  readonly functionArn: StageText;
  /** The role that invokes the function. */
  readonly roleArn: string | undefined;
}

export interface MockIntegration extends Mapped {
  readonly type: "mock";
}

/** Address of a server, and how to call it. */
export interface ServerTarget {
  /** The URI in the JSON. */
  readonly uri: string;
  /** The address of the server; undefined behind a VPC link without a given address. */
  readonly target: StageText | undefined;
  /** `ANY` keeps the method of the request. */
  readonly method: string;
  readonly verifiesCertificate: boolean;
}

export interface HttpServerIntegration extends Mapped, ServerTarget {
  readonly type: "http";
}

export interface HttpProxyIntegration extends Common, ServerTarget {
  readonly type: "http-proxy";
}

/** `AWS`, of any other service. */
export interface RestServiceIntegration extends Mapped {
  readonly type: "service";
  readonly service: ServiceTarget;
  /** The role that calls the service. */
  readonly roleArn: string | undefined;
  readonly method: string;
  /** Undefined when the address of the service is unknown. */
  readonly target: string | undefined;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
const usualTimeoutMs = 29_000;

/** Reads an `aws_api_gateway_integration`; `responses` are its `aws_api_gateway_integration_response`. */
export function readRestIntegration(
  values: Values,
  responses: readonly Values[],
  methodResponses: readonly Values[],
  endpoints: EndpointOverrides,
): RestIntegration {
  const common: Common = {
    timeoutMs: number(values, "timeout_milliseconds") ?? usualTimeoutMs,
    request: readRequestMapping(values),
  };
  const uri = requireText(values, "uri");
  const mapped = (): Mapped => ({
    ...common,
    responses: readIntegrationResponses(responses, methodResponses),
  });
  const roleArn = text(values, "credentials");
  switch (text(values, "type")) {
    case "AWS_PROXY":
      return {
        ...common,
        type: "function-proxy",
        functionArn: parseStageText(functionArnOf(uri)),
        roleArn,
        isStreaming: text(values, "response_transfer_mode") === "STREAM",
      };
    case "HTTP":
      return { ...mapped(), ...readServer(values, uri, endpoints), type: "http" };
    case "HTTP_PROXY":
      return { ...common, ...readServer(values, uri, endpoints), type: "http-proxy" };
    case "AWS": {
      const arn = functionArnOf(uri);
      const service = parseServiceUri(uri);
      if (arn !== uri || service === undefined) {
        return { ...mapped(), type: "function", functionArn: parseStageText(arn), roleArn };
      }
      return {
        ...mapped(),
        type: "service",
        service,
        roleArn,
        method: text(values, "integration_http_method") ?? "POST",
        target: endpoints.get(uri) ?? endpoints.get(service.name),
      };
    }
    default:
      return { ...mapped(), type: "mock" };
  }
}

function readServer(values: Values, uri: string, endpoints: EndpointOverrides): ServerTarget {
  const isPrivate = text(values, "connection_type") === "VPC_LINK";
  const address = overriddenAddress(uri, endpoints) ?? (isPrivate ? undefined : uri);
  return {
    uri,
    target: address === undefined ? undefined : parseStageText(address),
    method: text(values, "integration_http_method") ?? text(values, "http_method") ?? "ANY",
    verifiesCertificate: flag(block(values, "tls_config") ?? {}, "insecure_skip_verification") !== true,
  };
}

/** The target of an integration in the list of routes. */
export function integrationTarget(integration: RestIntegration): string {
  switch (integration.type) {
    case "function":
    case "function-proxy":
      return functionArnOf(integration.functionArn.text);
    case "mock":
      return "mock";
    case "service":
      return integration.service.name;
    default:
      return integration.target?.text ?? integration.uri;
  }
}
