import { jsonOf } from "../../../facts/text/json";
import { type ApiAnswer, needsEmulator, notEmulated } from "../api-answer";
import type { ApiServices } from "../routed-api";
import { callServer, integrationCredentials } from "../send-request";
import { gatewayAnswers } from "./answer";
import type { HttpServiceIntegration } from "./config";
import type { HttpExchange } from "./exchange";

type Parameters = Readonly<Record<string, string>>;

interface ServiceCall {
  /** The signing name. */
  readonly service: string;
  readonly contentType: string;
  /** `x-amz-target` of the JSON protocol. */
  readonly target: string;
  readonly body: (parameters: Parameters) => unknown;
}

const sqs = (action: string, numbers: readonly string[] = []): ServiceCall => ({
  service: "sqs",
  contentType: "application/x-amz-json-1.0",
  target: `AmazonSQS.${action}`,
  body: ({ Region: _, ...parameters }) => parsed(parameters, numbers),
});

const stepFunctions = (action: string): ServiceCall => ({
  service: "states",
  contentType: "application/x-amz-json-1.0",
  target: `AWSStepFunctions.${action}`,
  body: ({ Region: _, ...parameters }) =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name.charAt(0).toLowerCase() + name.slice(1),
        value,
      ]),
    ),
});

/**
 * The service calls that HTTP APIs support, by subtype.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-aws-services-reference.html
 */
const calls: Readonly<Record<string, ServiceCall>> = {
  "EventBridge-PutEvents": {
    service: "events",
    contentType: "application/x-amz-json-1.1",
    target: "AWSEvents.PutEvents",
    body: ({ Region: _, Resources: resources, ...entry }) => ({
      Entries: [{ ...entry, ...(resources !== undefined && { Resources: listOf(resources) }) }],
    }),
  },
  "Kinesis-PutRecord": {
    service: "kinesis",
    contentType: "application/x-amz-json-1.1",
    target: "Kinesis_20131202.PutRecord",
    body: ({ Region: _, ...parameters }) => parameters,
  },
  "SQS-DeleteMessage": sqs("DeleteMessage"),
  "SQS-PurgeQueue": sqs("PurgeQueue"),
  "SQS-ReceiveMessage": sqs("ReceiveMessage", [
    "MaxNumberOfMessages",
    "VisibilityTimeout",
    "WaitTimeSeconds",
  ]),
  "SQS-SendMessage": sqs("SendMessage", ["DelaySeconds"]),
  "StepFunctions-StartExecution": stepFunctions("StartExecution"),
  "StepFunctions-StartSyncExecution": stepFunctions("StartSyncExecution"),
  "StepFunctions-StopExecution": stepFunctions("StopExecution"),
};

/** Calls an AWS service: the local service, or the address that the user gives. */
export async function integrateService(
  { subtype, roleArn, target, parameters, timeoutMs }: HttpServiceIntegration,
  exchange: HttpExchange,
  services: ApiServices,
): Promise<ApiAnswer> {
  const call = calls[subtype];
  if (call === undefined)
    return notEmulated(`${subtype} is not emulated, and --endpoint does not support it.`, services);
  if (target === undefined) {
    const service = subtype.split("-", 1)[0]?.toLowerCase() ?? subtype;
    return notEmulated(needsEmulator(subtype, service), services);
  }
  const body = await exchange.readBody();
  if (body.state !== "complete") return gatewayAnswers.tooLarge;
  const input = { body: jsonOf(body.bytes.toString("utf8")) };
  const values: Record<string, string> = {};
  for (const [name, template] of parameters) {
    const value = template.render(exchange, input);
    if (value !== undefined) values[name] = value;
  }
  const { context } = services;
  const credentials = integrationCredentials(context.accessKeys, roleArn);
  const answer = await callServer(exchange, context.clock, {
    url: new URL(target),
    method: "POST",
    headers: { "content-type": call.contentType, "x-amz-target": call.target },
    body: JSON.stringify(call.body(values)),
    signing: { region: exchange.api.region, service: call.service, credentials },
    timeoutMs,
  });
  if (typeof answer === "string") return gatewayAnswers.unavailable;
  const { "content-type": type = "application/json" } = answer.headers;
  return { status: answer.status, headers: { "content-type": type }, body: answer.body };
}

/** Converts the parameters that a service expects as numbers, objects or lists. */
function parsed(parameters: Parameters, numbers: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (numbers.includes(name)) return [name, Number(value)];
      if (/Attributes$/.test(name)) return [name, jsonOf(value) ?? value];
      if (/Names$/.test(name)) return [name, listOf(value)];
      return [name, value];
    }),
  );
}

function listOf(value: string): unknown {
  const list = jsonOf(value);
  return Array.isArray(list) ? list : value.split(",").map((each) => each.trim());
}
