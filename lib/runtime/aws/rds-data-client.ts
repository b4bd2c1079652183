import { setTimeout as delay } from "node:timers/promises";
import { defaultRegion } from "../../facts/aws/partitions";
import { type AwsAnswer, type AwsOptions, callAws, endpointOf } from "./call";

class RdsDataError extends Error {
  constructor(
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

/** A paused cluster resumes in about 15 seconds; after a pause of more than a day, in 30 seconds or more. */
const resumesWithinMs = 120_000;
const retryMs = 3000;

/** The current time, and a function that waits. */
export interface DataApiTimer {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

const waiting: DataApiTimer = { now: Date.now, wait: (milliseconds) => delay(milliseconds) };

/** A call in the form of both SDKs: version 3 returns a promise, version 2 an object with a method `promise`. */
export type DataApiRequest = Promise<object> & { promise(): Promise<object> };

/**
 * The calls of the Data API that migrations need, in the form of the SDK's client.
 *
 * `kysely-data-api` 0.0 and 0.1, which apps of SST 1 use, takes the client of the SDK's version 2; 0.2 and later that of
 * version 3. A paused cluster refuses the call that resumes it, so the call is repeated.
 */
export class RdsDataClient {
  constructor(private readonly time: DataApiTimer = waiting) {}

  readonly executeStatement = (input: object): DataApiRequest => this.request("Execute", input);
  readonly beginTransaction = (input: object): DataApiRequest => this.request("BeginTransaction", input);
  readonly commitTransaction = (input: object): DataApiRequest => this.request("CommitTransaction", input);
  readonly rollbackTransaction = (input: object): DataApiRequest =>
    this.request("RollbackTransaction", input);

  private request(operation: string, input: object): DataApiRequest {
    const answer = call(operation, input, this.time);
    return Object.assign(answer, { promise: () => answer });
  }
}

async function call(operation: string, input: object, { now, wait }: DataApiTimer): Promise<object> {
  const options = { region: process.env.AWS_REGION ?? defaultRegion };
  const end = now() + resumesWithinMs;
  for (;;) {
    try {
      return await sendRdsData(operation, input, options);
    } catch (error) {
      if (!isWakingUp(error) || now() >= end) throw error;
      await wait(retryMs);
    }
  }
}

/** Calls the Data API once. A refusal rejects with an `RdsDataError`. */
export async function sendRdsData(operation: string, input: object, aws: AwsOptions): Promise<object> {
  const body = JSON.stringify(input, inBase64);
  // The service answers within 45 seconds.
  const options = { timeoutMs: 60_000, ...aws };
  const url = new URL(`/${operation}`, endpointOf("rds-data", "rds-data", options));
  const headers = { "content-type": "application/json" };
  const answer = await callAws({ service: "rds-data", method: "POST", url, headers, body }, options);
  if (answer.status < 300) return contentOf(answer);
  throw errorOf(answer);
}

function errorOf(answer: AwsAnswer): RdsDataError {
  const content = contentOf(answer);
  const [name = ""] = String(answer.headers["x-amzn-errortype"] ?? content.__type ?? "Error").split(":");
  return new RdsDataError(name, String(content.message ?? content.Message ?? answer.body.toString("utf8")));
}

/**
 * Whether the refusal of a call is temporary: the cluster resumes, or its Data API has just been enabled.
 *
 * Source: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-serverless-v2-auto-pause.html
 */
export function isWakingUp(error: unknown): boolean {
  if (!(error instanceof RdsDataError)) return false;
  const { name, message } = error;
  const names = [
    "DatabaseResumingException",
    "DatabaseUnavailableException",
    "HttpEndpointNotEnabledException",
  ];
  return names.includes(name) || /resuming after being auto-paused|Communications link failure/.test(message);
}

/** Bytes become text in JSON. */
function inBase64(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Readonly<Record<string, unknown>>)[key];
  return original instanceof Uint8Array ? Buffer.from(original).toString("base64") : value;
}

function contentOf({ body }: AwsAnswer): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body.toString("utf8"))) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
