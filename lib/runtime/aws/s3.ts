import { type AwsAnswer, AwsError, type AwsOptions, callAws, endpointOf } from "./call";
import { encodeSegment } from "./sign";

/** Objects may have several MB, which take longer. */
const timeoutMs = 30_000;

export async function putPayload(
  bucket: string,
  key: string,
  content: Buffer,
  options: AwsOptions,
): Promise<void> {
  await callObject("PUT", bucket, key, options, content);
}

/** Writes an object with headers such as its content type. */
export async function putFile(
  bucket: string,
  key: string,
  content: Buffer,
  headers: Readonly<Record<string, string>>,
  options: AwsOptions,
): Promise<void> {
  await callObject("PUT", bucket, pathOfKey(key), options, content, headers);
}

export const pathOfKey = (key: string): string => key.split("/").map(encodeSegment).join("/");

export function getPayload(bucket: string, key: string, options: AwsOptions): Promise<Buffer> {
  return callObject("GET", bucket, key, options);
}

async function callObject(
  method: "GET" | "PUT",
  bucket: string,
  key: string,
  options: AwsOptions,
  body?: Buffer,
  headers?: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const url = new URL(`/${bucket}/${key}`, endpointOf("s3", "s3", options));
  const answer = await callAws({ service: "s3", method, url, body, headers }, { timeoutMs, ...options });
  if (answer.status === 200) return answer.body;
  throw s3Error(answer);
}

export function s3Error({ status, body }: AwsAnswer): AwsError {
  const text = body.toString("utf8");
  const [, code = `HTTP ${status}`] = /<Code>([^<]+)</.exec(text) ?? [];
  return new AwsError(code, status, /<Message>([^<]+)</.exec(text)?.[1] ?? code, "s3");
}
