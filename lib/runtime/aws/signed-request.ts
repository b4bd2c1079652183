import { setTimeout as delay } from "node:timers/promises";
import { defaultRegion } from "../../facts/aws/partitions";
import { callAws, endpointOf } from "./call";

export interface JsonRequest {
  /** Signing name, which is also the first part of the host. */
  readonly service: string;
  readonly path: string;
  readonly body: string;
  /** Operation of a service with a single path: `AmazonSSM.PutParameter`. @default - the path names it */
  readonly target?: string | undefined;
}

export interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Sends a signed POST to a service. It has no time limit: a synchronous invocation may take as long as the function. */
export async function sendSigned({ service, path, body, target }: JsonRequest): Promise<JsonResponse> {
  const options = { region: process.env.AWS_REGION ?? defaultRegion, timeoutMs: 0 };
  const url = new URL(path, endpointOf(service, service, options));
  const headers: Record<string, string> =
    target === undefined
      ? { "content-type": "application/json" }
      : { "content-type": "application/x-amz-json-1.1", "x-amz-target": target };
  const answer = await callAws({ service, method: "POST", url, headers, body }, options);
  return { ...answer, body: answer.body.toString("utf8") };
}

/** The time after which a new role can be used, and the interval between attempts. */
const freshRoleMs = 30_000;
const retryMs = 2000;

/** Repeats a request while AWS denies it: a new role is refused for a few seconds. */
export async function untilRoleIsReady(send: () => Promise<JsonResponse>): Promise<JsonResponse> {
  const end = Date.now() + freshRoleMs;
  for (;;) {
    const response = await send();
    if (!isDenied(response) || Date.now() >= end) return response;
    await delay(retryMs);
  }
}

/** Some services name the error in a header, others in the body. */
function isDenied({ status, headers, body }: JsonResponse): boolean {
  if (status !== 400 && status !== 403) return false;
  return /AccessDenied/.test(`${headers["x-amzn-errortype"]} ${body}`);
}
