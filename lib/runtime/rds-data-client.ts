import { setTimeout as delay } from "node:timers/promises";
import { sendSigned } from "./signed-request";

/** A refused call of the Data API. */
export class RdsDataError extends Error {
  constructor(
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

/** A paused cluster needs about 15 seconds, one that was paused for more than a day 30 and more. */
const resumesWithinMs = 120_000;
const retryMs = 3000;

/**
 * The calls of the Data API that migrations need, in the form of the SDK's client.
 *
 * A paused cluster refuses the call that resumes it: that call is repeated.
 */
export class RdsDataClient {
  readonly executeStatement = (input: object): Promise<object> => call("Execute", input);
  readonly beginTransaction = (input: object): Promise<object> => call("BeginTransaction", input);
  readonly commitTransaction = (input: object): Promise<object> => call("CommitTransaction", input);
  readonly rollbackTransaction = (input: object): Promise<object> => call("RollbackTransaction", input);
}

async function call(operation: string, input: object): Promise<object> {
  const body = JSON.stringify(input, inBase64);
  const end = Date.now() + resumesWithinMs;
  for (;;) {
    const {
      status,
      headers,
      body: answer,
    } = await sendSigned({
      service: "rds-data",
      path: `/${operation}`,
      body,
    });
    const content = parsed(answer);
    if (status < 300) return content;
    const [name = ""] = String(headers["x-amzn-errortype"] ?? content.__type ?? "Error").split(":");
    const message = String(content.message ?? content.Message ?? answer);
    if (!isWakingUp(name, message) || Date.now() >= end) throw new RdsDataError(name, message);
    await delay(retryMs);
  }
}

/**
 * Whether a call is refused only for now: the cluster resumes, or its Data API has just been enabled.
 *
 * Source: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-serverless-v2-auto-pause.html
 */
function isWakingUp(name: string, message: string): boolean {
  const names = [
    "DatabaseResumingException",
    "DatabaseUnavailableException",
    "HttpEndpointNotEnabledException",
  ];
  return names.includes(name) || /resuming after being auto-paused|Communications link failure/.test(message);
}

/** Bytes are text in JSON. */
function inBase64(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Readonly<Record<string, unknown>>)[key];
  return original instanceof Uint8Array ? Buffer.from(original).toString("base64") : value;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
