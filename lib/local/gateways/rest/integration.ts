import { parseArnOf } from "../../../facts/aws/arns";
import { functionArnOf } from "../../../facts/aws/function-arn";
import { byKind } from "../../../facts/text/by-kind";
import { GivenPattern } from "../../../facts/text/given-pattern";
import { block, flag, number, requireText, text, textMap, type Values } from "../../../model";
import { type EndpointOverrides, overriddenAddress } from "../send-request";
import { readByType } from "./media-types";
import { type NamedSources, parseStageText, readSources, type StageText } from "./parameter-source";
import { parseVelocityTemplate, type VelocityTemplate } from "./template";

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
  readonly responses: readonly IntegrationResponse[];
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

interface MockIntegration extends Mapped {
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
    responses: responses.map((each) => readResponse(each, methodResponses)),
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

type ContentHandling = "CONVERT_TO_BINARY" | "CONVERT_TO_TEXT";

/** Reads `request_parameters` and `request_templates` of an integration. */
function readRequestMapping(values: Values) {
  const of = (place: string): NamedSources =>
    readSources(values, "request_parameters", `integration.request.${place}.`);
  return {
    headers: of("header"),
    query: of("querystring"),
    path: of("path"),
    templates: new RequestTemplates(values),
    contentHandling: readContentHandling(values),
  };
}

/** The mapping of a request to the request of the integration. */
export type RequestMapping = Readonly<ReturnType<typeof readRequestMapping>>;

function readContentHandling(values: Values): ContentHandling | undefined {
  const handling = text(values, "content_handling");
  return handling === "CONVERT_TO_BINARY" || handling === "CONVERT_TO_TEXT" ? handling : undefined;
}

/** The treatment of a body: it is mapped, passed through, or refused. */
type BodyRule =
  | { readonly rule: "map"; readonly contentType: string; readonly template: VelocityTemplate }
  | { readonly rule: "pass" }
  | { readonly rule: "refuse" };

/**
 * The mapping templates of requests, by content type.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-passthrough-behaviors.html
 */
class RequestTemplates {
  private readonly templates: ReadonlyMap<string, VelocityTemplate>;
  private readonly otherwise: BodyRule;

  constructor(values: Values) {
    this.templates = readByType(values, "request_templates", parseVelocityTemplate);
    const behavior = text(values, "passthrough_behavior") ?? "WHEN_NO_MATCH";
    const passes =
      behavior === "WHEN_NO_MATCH" || (behavior === "WHEN_NO_TEMPLATES" && this.templates.size === 0);
    this.otherwise = { rule: passes ? "pass" : "refuse" };
  }

  /** A body without a content type counts as JSON. */
  ruleFor(contentType = "application/json"): BodyRule {
    const template = this.templates.get(contentType);
    return template === undefined ? this.otherwise : { rule: "map", contentType, template };
  }
}

/** Reads the `aws_api_gateway_integration_response` of a method, with its `aws_api_gateway_method_response`. */
function readResponse(values: Values, methodResponses: readonly Values[]) {
  const status = text(values, "status_code");
  const method = methodResponses.find((each) => text(each, "status_code") === status) ?? {};
  const [modelType] = Object.keys(textMap(method, "response_models"));
  return {
    status: number(values, "status_code") ?? 200,
    /** Undefined for the default response. */
    pattern: readPattern(text(values, "selection_pattern") ?? ""),
    headers: readSources(values, "response_parameters", "method.response.header."),
    /** By content type. */
    templates: readByType(values, "response_templates", parseVelocityTemplate),
    /** Content type of responses without a template. */
    contentType: modelType ?? "application/json",
    contentHandling: readContentHandling(values),
  };
}

/** The mapping of one kind of response of an integration to a method response. */
export type IntegrationResponse = Readonly<ReturnType<typeof readResponse>>;

/**
 * The first response whose pattern matches a status code, or the `errorMessage` of a function. Without either, and if no one matches,
 * the default response.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-integration-settings-integration-response.html
 */
export function selectResponse(
  responses: readonly IntegrationResponse[],
  text: string | undefined,
): IntegrationResponse | undefined {
  const matching =
    text === undefined ? undefined : responses.find(({ pattern }) => pattern?.test(text) === true);
  return matching ?? responses.find(({ pattern }) => pattern === undefined);
}

/** A pattern must match the whole text; an invalid pattern matches nothing. */
function readPattern(pattern: string): RegExp | undefined {
  if (pattern === "") return undefined;
  try {
    return new GivenPattern(`^(?:${pattern})$`, "s");
  } catch {
    return /(?!)/;
  }
}
