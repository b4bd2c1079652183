import { AwsError, type AwsOptions, callAws, endpointOf } from "./call";

/** Objects may have several MB. */
const timeoutMs = 30_000;

export async function putPayload(
  bucket: string,
  key: string,
  content: Buffer,
  options: AwsOptions,
): Promise<void> {
  await callObject("PUT", bucket, key, options, content);
}

export function getPayload(bucket: string, key: string, options: AwsOptions): Promise<Buffer> {
  return callObject("GET", bucket, key, options);
}

async function callObject(
  method: "GET" | "PUT",
  bucket: string,
  key: string,
  options: AwsOptions,
  body?: Buffer,
): Promise<Buffer> {
  const url = new URL(`/${bucket}/${key}`, endpointOf("s3", "s3", options));
  const answer = await callAws({ service: "s3", method, url, body }, { timeoutMs, ...options });
  if (answer.status === 200) return answer.body;
  const text = answer.body.toString("utf8");
  const [, code = `HTTP ${answer.status}`] = /<Code>([^<]+)</.exec(text) ?? [];
  throw new AwsError(code, answer.status, /<Message>([^<]+)</.exec(text)?.[1] ?? code, "s3");
}
