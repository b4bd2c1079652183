import { parseArnOf } from "../../../../facts/aws/arns";
import { functionArnOf } from "../../../../facts/aws/function-arn";
import { byKind } from "../../../../facts/text/by-kind";
import { block, flag, number, requireText, text, type Values } from "../../../../model";
import { type EndpointOverrides, overriddenAddress } from "../../endpoint-overrides";
import { parseStageText, type StageText } from "../values/stage-text";
import { type IntegrationResponses, readIntegrationResponses } from "./integration-responses";
import { type RequestMapping, readRequestMapping } from "./request-mapping";

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

/** The sources from which an integration is read. */
interface Sources {
  readonly values: Values;
  readonly uri: string;
  readonly roleArn: string | undefined;
  readonly common: Common;
  readonly mapped: () => Mapped;
  readonly endpoints: EndpointOverrides;
}

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
  const mapped = (): Mapped => ({
    ...common,
    responses: readIntegrationResponses(responses, methodResponses),
  });
  const type = text(values, "type") ?? "MOCK";
  const read = Object.hasOwn(readers, type) ? readers[type as keyof typeof readers] : readers.MOCK;
  const [uri, roleArn] = [requireText(values, "uri"), text(values, "credentials")];
  return read({ values, uri, roleArn, common, mapped, endpoints });
}

/** The reader of each type of AWS. Terraform refuses any other. */
const readers = {
  AWS_PROXY: ({ values, uri, roleArn, common }) => ({
    ...common,
    type: "function-proxy",
    functionArn: parseStageText(functionArnOf(uri)),
    roleArn,
    isStreaming: text(values, "response_transfer_mode") === "STREAM",
  }),
  HTTP: ({ values, uri, mapped, endpoints }) => ({
    ...mapped(),
    ...readServer(values, uri, endpoints),
    type: "http",
  }),
  HTTP_PROXY: ({ values, uri, common, endpoints }) => ({
    ...common,
    ...readServer(values, uri, endpoints),
    type: "http-proxy",
  }),
  AWS: ({ values, uri, roleArn, mapped, endpoints }) => {
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
  },
  MOCK: ({ mapped }) => ({ ...mapped(), type: "mock" }),
} satisfies Readonly<Record<string, (sources: Sources) => RestIntegration>>;

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

const functionOf = ({ functionArn }: { readonly functionArn: StageText }) => functionArnOf(functionArn.text);
const addressOf = ({ target, uri }: ServerTarget) => target?.text ?? uri;

/** The target of an integration in the list of routes. */
export const integrationTarget = byKind<RestIntegration, "type", [], string>("type", {
  function: functionOf,
  "function-proxy": functionOf,
  mock: () => "mock",
  service: ({ service }) => service.name,
  http: addressOf,
  "http-proxy": addressOf,
});

/** The AWS service call in the URI of an integration. */
interface ServiceTarget {
  /** `sqs`. */
  readonly name: string;
  readonly kind: "path" | "action";
  /** `123456789012/orders`, or `PutItem`. */
  readonly rest: string;
}

/** Parses `arn:aws:apigateway:eu-west-1:sqs:path/...`; undefined for other URIs and for functions. */
function parseServiceUri(uri: string): ServiceTarget | undefined {
  // In place of an account, the URI has the service that is called.
  const { account: name, resource } = parseArnOf("apigateway", uri) ?? {};
  const [, kind, rest] = /^(path|action)\/(.*)$/.exec(resource ?? "") ?? [];
  if (name === undefined || name === "lambda" || rest === undefined) return undefined;
  return { name: name.split(".").at(-1) ?? name, kind: kind === "path" ? "path" : "action", rest };
}

/** Prefixes of `X-Amz-Target` for services with a JSON protocol; the gateway adds the header for these. */
export const serviceTargets: Readonly<Record<string, string>> = {
  dynamodb: "DynamoDB_20120810",
  kinesis: "Kinesis_20131202",
  states: "AWSStepFunctions",
};
