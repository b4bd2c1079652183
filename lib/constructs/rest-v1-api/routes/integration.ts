import {
  ApiGatewayIntegration,
  type ApiGatewayIntegrationConfig,
} from "@cdktf/provider-aws/lib/api-gateway-integration";
import type { Construct } from "constructs";
import { Stack } from "../../../kit/app";
import {
  checkKnownList,
  checkLimit,
  checkObject,
  checkOverride,
  type Duration,
  escapeTemplate,
  findImport,
  keyTable,
  memberPath,
  modelLimit,
  type OverrideKeys,
  overlay,
  parseDuration,
  present,
  propKeys,
  refuseValue,
  selectionPatternLimit,
} from "../../../kit/core";
import { fail } from "../errors";
import { checkCacheKeys, checkDeclared, checkParameters, checkTemplates } from "./parameters";
import type {
  RestV1ApiIntegrationProps,
  RestV1ApiIntegrationResponse,
  RestV1ApiMethodProps,
  RestV1ApiMethodResponse,
} from "./props";

const byRoute = "It follows from the route.";
const rejected = { httpMethod: byRoute, restApiId: byRoute, resourceId: byRoute };

/** The differences between the integrations of the types of routes. */
export interface IntegrationRules {
  readonly keys: OverrideKeys;
  /** AWS's names for an integration that passes the whole request on, and for one that maps it. */
  readonly types: { readonly proxy: string; readonly mapped: string };
}

export const functionRules: IntegrationRules = {
  keys: {
    extra: keyTable({
      proxy: "boolean",
      integrationResponses: "list",
      allowTestInvoke: "boolean",
      timeout: true,
      credentialsRole: true,
    }),
    rejected: {
      ...rejected,
      uri: "It follows from the function of the route.",
      integrationHttpMethod: "The gateway invokes functions by POST.",
      connectionId: "Functions are invoked without a link.",
    },
  },
  types: { proxy: "AWS_PROXY", mapped: "AWS" },
};

const byListener = "It follows from the listener of the route.";

export const balancerRules: IntegrationRules = {
  keys: {
    extra: keyTable({
      proxy: "boolean",
      integrationResponses: "list",
      timeout: true,
      vpcLink: true,
      secureServerName: "text",
    }),
    rejected: {
      ...rejected,
      uri: byListener,
      integrationTarget: byListener,
      connectionType: byListener,
      connectionId: "Use vpcLink.",
      credentials: "A load balancer is called without credentials.",
    },
  },
  types: { proxy: "HTTP_PROXY", mapped: "HTTP" },
};
const responseKeys = propKeys<RestV1ApiIntegrationResponse>()({
  statusCode: true,
  selectionPattern: "text",
  contentHandling: true,
  responseParameters: "textMap",
  responseTemplates: "textMap",
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
const maxTimeoutSeconds = 300;
/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html */
const maxStreamingSeconds = 900;
/** Providers before 6.26 refuse more: https://github.com/hashicorp/terraform-provider-aws/pull/45482 */
const maxStreamingSecondsBefore = 300;

const maxSecondsOfStreams = (api: Construct): number =>
  Stack.of(api).hasProvider("6.26") ? maxStreamingSeconds : maxStreamingSecondsBefore;

/** The provider config of an integration, without its method. */
export type RestIntegrationConfig = Omit<
  ApiGatewayIntegrationConfig,
  "restApiId" | "resourceId" | "httpMethod"
>;

/** The integration of a route, checked. */
export interface PlannedIntegration {
  readonly given: RestV1ApiIntegrationProps;
  readonly rules: IntegrationRules;
  readonly timeoutMilliseconds: number | undefined;
  readonly streaming: boolean | undefined;
}

/** The parts of a route that an integration must fit. */
interface PlannedRouteParts {
  readonly rules: IntegrationRules;
  /** The method's settings, as far as they are given. */
  readonly method: RestV1ApiMethodProps | undefined;
  /** The prop of the route. */
  readonly route: string;
  readonly path: string;
  readonly streaming: boolean | undefined;
}

/** Refuses integration keys that cannot work. */
export function planIntegration(
  api: Construct,
  prop: string,
  given: RestV1ApiIntegrationProps,
  { rules, method, route, path, streaming }: PlannedRouteParts,
): PlannedIntegration {
  const isStreaming = streaming === true;
  checkOverride(api, prop, given, ApiGatewayIntegration, rules.keys);
  checkParameters(api, `${prop}.requestParameters`, given.requestParameters, "integrationRequest");
  checkTemplates(api, `${prop}.requestTemplates`, given.requestTemplates);
  checkCacheKeys(api, `${prop}.cacheKeyParameters`, given.cacheKeyParameters);
  const list = `${route}.cdk.method.requestParameters`;
  const declared = method?.requestParameters;
  checkDeclared(api, prop, given, { path, list, declared }, rules === balancerRules);
  const { credentialsRole, credentials, timeout, timeoutMilliseconds, proxy, type } = given;
  if (credentialsRole !== undefined) {
    if (credentials !== undefined) {
      fail(api, "props-exclude", `${prop}.credentialsRole`, { other: `${prop}.credentials` });
    }
    const role = findImport(api, `${prop}.credentialsRole`, credentialsRole, "aws_iam_role");
    if (role === undefined) {
      const expected = "an IamRole or a DataAwsIamRole; an ARN goes into credentials";
      refuseValue(api, `${prop}.credentialsRole`, credentialsRole, expected);
    }
  }
  if (proxy !== undefined && type !== undefined) {
    fail(api, "props-exclude", `${prop}.proxy`, { other: `${prop}.type` });
  }
  if (timeout !== undefined && timeoutMilliseconds !== undefined) {
    fail(api, "props-exclude", `${prop}.timeout`, { other: `${prop}.timeoutMilliseconds` });
  }
  const seconds = parseTimeout(api, `${prop}.timeout`, timeout, isStreaming);
  if (isStreaming) checkStreamed(api, prop, given);
  const { methodResponses = [] } = method ?? {};
  checkResponses(api, `${prop}.integrationResponses`, given.integrationResponses ?? [], methodResponses);
  const timeoutMs = seconds === undefined ? undefined : seconds * 1000;
  return { given, rules, timeoutMilliseconds: timeoutMs, streaming };
}

function parseTimeout(
  api: Construct,
  prop: string,
  timeout: Duration | undefined,
  isStreaming: boolean,
): number | undefined {
  const max = isStreaming ? maxSecondsOfStreams(api) : maxTimeoutSeconds;
  if (timeout === undefined) return isStreaming ? max : undefined;
  const seconds = parseDuration(api, prop, timeout);
  if (seconds < 1 || seconds > max) {
    const isOfProvider = isStreaming && max < maxStreamingSeconds;
    const more = isOfProvider
      ? `; up to ${maxStreamingSeconds} seconds with version 6.26 of the AWS provider`
      : "";
    fail(api, "out-of-range", prop, { value: timeout, range: `1 second to ${max} seconds${more}` });
  }
  return seconds;
}

/** The gateway streams only responses that it does not change. */
function checkStreamed(api: Construct, prop: string, given: RestV1ApiIntegrationProps): void {
  const { proxy = true, type = "AWS_PROXY", responseTransferMode } = given;
  if (!proxy || type !== "AWS_PROXY") {
    fail(api, "props-exclude", `${prop}.${proxy ? "type" : "proxy"}`, { other: "streaming of the route" });
  }
  if (given.cacheKeyParameters !== undefined) {
    fail(api, "props-exclude", `${prop}.cacheKeyParameters`, { other: "streaming of the route" });
  }
  if (responseTransferMode !== undefined) {
    fail(api, "props-exclude", `${prop}.responseTransferMode`, { other: "streaming of the route" });
  }
}

function checkResponses(
  api: Construct,
  prop: string,
  responses: readonly RestV1ApiIntegrationResponse[],
  methodResponses: readonly RestV1ApiMethodResponse[],
): void {
  checkKnownList(api, prop, responses);
  checkStatusCodes(api, prop, responses, responseKeys);
  for (const [index, response] of responses.entries()) {
    const { statusCode, responseParameters, responseTemplates, selectionPattern, contentHandling } = response;
    const at = `${prop}[${index}]`;
    checkParameters(api, `${at}.responseParameters`, responseParameters, "methodResponse");
    checkTemplates(api, `${at}.responseTemplates`, responseTemplates);
    checkLimit(api, `${at}.selectionPattern`, selectionPattern, selectionPatternLimit);
    const handlings = modelLimit("aws_api_gateway_integration", "contentHandling");
    checkLimit(api, `${at}.contentHandling`, contentHandling, handlings);
    const method = methodResponses.find((each) => each.statusCode === statusCode);
    if (method === undefined) {
      const statusCodes = methodResponses.map((each) => each.statusCode);
      return fail(api, "rest-integration-response", `${at}.statusCode`, {
        statusCode,
        responses: statusCodes,
      });
    }
    for (const value of Object.keys(responseParameters ?? {})) {
      if (Object.hasOwn(method.responseParameters ?? {}, value)) continue;
      const list = `cdk.method.methodResponses, responseParameters of ${JSON.stringify(statusCode)}`;
      fail(api, "rest-parameter-undeclared", memberPath(`${at}.responseParameters`, value), {
        value,
        list,
      });
    }
  }
}

/** Refuses responses without a status code, and a status code that appears twice. */
export function checkStatusCodes(
  api: Construct,
  prop: string,
  responses: readonly { readonly statusCode: string }[],
  keys: readonly string[],
): void {
  const seen = new Set<string>();
  responses.forEach((response, index) => {
    const at = `${prop}[${index}]`;
    checkObject(api, at, response, keys, '{ statusCode: "200" }');
    const { statusCode } = response as { readonly statusCode?: unknown };
    if (typeof statusCode !== "string" || !/^[1-5]\d\d$/.test(statusCode)) {
      refuseValue(api, `${at}.statusCode`, statusCode, 'a status code as a string, such as "200"');
    }
    if (seen.has(statusCode)) fail(api, "rest-response-twice", `${at}.statusCode`, { statusCode });
    seen.add(statusCode);
  });
}

/** By the prop. The provider keeps the last mode by default, so that only `false` switches streaming off. */
const transferModes: Readonly<Record<string, string>> = { true: "STREAM", false: "BUFFERED" };

/** The integration of a route. */
export function integrationConfig(
  target: Pick<
    RestIntegrationConfig,
    | "integrationHttpMethod"
    | "uri"
    | "connectionType"
    | "connectionId"
    | "integrationTarget"
    | "requestParameters"
  >,
  { given, rules, timeoutMilliseconds, streaming }: PlannedIntegration,
): RestIntegrationConfig {
  const { proxy = true, credentialsRole, requestTemplates, requestParameters } = given;
  const config: RestIntegrationConfig = {
    type: proxy ? rules.types.proxy : rules.types.mapped,
    ...target,
    credentials: credentialsRole?.arn,
    // A timeout in the provider's own key wins.
    timeoutMilliseconds: given.timeoutMilliseconds ?? timeoutMilliseconds,
    responseTransferMode: transferModes[String(streaming)],
  };
  const literal = {
    requestTemplates: escapeAll(present(requestTemplates)),
    requestParameters: requestParameters && {
      ...target.requestParameters,
      ...escapeAll(present(requestParameters)),
    },
  };
  return overlay(config, { ...given, ...literal }, rules.keys);
}

/** The integration of a route with its function. */
export function functionIntegration(invokeArn: string, planned: PlannedIntegration): RestIntegrationConfig {
  // The gateway invokes functions by POST, for all methods of requests.
  return integrationConfig({ integrationHttpMethod: "POST", uri: invokeArn }, planned);
}

/** Escapes templates for Terraform: an expression in them belongs to the gateway. */
export function escapeAll(
  texts: Readonly<Record<string, string>> | undefined,
): Record<string, string> | undefined {
  if (texts === undefined) return undefined;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, escapeTemplate(text)]));
}
