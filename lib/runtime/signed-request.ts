import { callAws, endpointOf } from "./aws/call";

/** A request to an AWS service that answers JSON. */
export interface JsonRequest {
  /** Signing name, which is also the first part of its address. */
  readonly service: string;
  readonly path: string;
  readonly body: string;
}

export interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Sends a signed POST to a service. There is no time limit, because the answer may take as long as a function may run. */
export async function sendSigned({ service, path, body }: JsonRequest): Promise<JsonResponse> {
  const options = { region: process.env.AWS_REGION ?? "us-east-1", timeoutMs: 0 };
  const url = new URL(path, endpointOf(service, service, options));
  const headers = { "content-type": "application/json" };
  const answer = await callAws({ service, method: "POST", url, headers, body }, options);
  return { ...answer, body: answer.body.toString("utf8") };
}
