import { jsonOf } from "../../../facts/text/json";
import { contained } from "../../invoke";
import type { LocalCredentials } from "../../wire/local-credentials";
import { integrationCredentials, sendRequest } from "../send-request";
import { gatewayAnswers, type HttpAnswer, httpNotEmulated } from "./answer";
import type { HttpServiceIntegration } from "./config";
import type { HttpExchange } from "./exchange";
import type { HttpApiServices } from "./services";

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
  exchange: HttpExchange,
  { context, warnOnce }: HttpApiServices,
  integration: HttpServiceIntegration,
): Promise<HttpAnswer> {
  const { subtype, roleArn, target, parameters, timeoutMs } = integration;
  const call = calls[subtype];
  if (call === undefined || target === undefined) {
    const service = subtype.split("-", 1)[0]?.toLowerCase() ?? subtype;
    const text =
      call === undefined
        ? `${subtype} is not emulated, and --endpoint does not support it.`
        : `${subtype} is not emulated. Start an emulator and give its address: --endpoint ${service}=http://localhost:<port>`;
    warnOnce(text);
    return httpNotEmulated(text);
  }
  const body = await exchange.readBody();
  if (body.state !== "complete") return gatewayAnswers.tooLarge;
  const input = { body: jsonOf(body.bytes.toString("utf8")) };
  const values: Record<string, string> = {};
  for (const [name, template] of parameters) {
    const value = template.render(exchange, input);
    if (value !== undefined) values[name] = value;
  }
  const { region } = exchange.api;
  const begun = exchange.elapsedMs;
  const tooLate = new AbortController();
  const callOff = context.clock.after(
    timeoutMs,
    contained("HTTP API", () => {
      tooLate.abort(new Error(`No answer within ${timeoutMs} ms.`));
    }),
  );
  try {
    const answer = await send(target, call, JSON.stringify(call.body(values)), {
      region,
      credentials: integrationCredentials(context.accessKeys, roleArn),
      signal: tooLate.signal,
    });
    exchange.notes.integrationStatus = answer.status;
    return answer;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    exchange.notes.integrationError = message;
    exchange.notes.reason = `${target}: ${message}`;
    return gatewayAnswers.unavailable;
  } finally {
    callOff();
    exchange.notes.integrationLatencyMs = exchange.elapsedMs - begun;
  }
}

async function send(
  target: string,
  { service, contentType, target: operation }: ServiceCall,
  body: string,
  {
    region,
    credentials,
    signal,
  }: { readonly region: string; readonly credentials: LocalCredentials; readonly signal: AbortSignal },
): Promise<HttpAnswer> {
  const answer = await sendRequest({
    url: new URL(target),
    method: "POST",
    headers: { "content-type": contentType, "x-amz-target": operation },
    body,
    signing: { region, service, credentials },
    signal,
  });
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
