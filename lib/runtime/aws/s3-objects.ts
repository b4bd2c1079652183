import { type AwsAnswer, type AwsOptions, callAws, endpointOf } from "./call";
import { pathOfKey, s3Error } from "./s3";

/** The keys of all objects of a bucket that begin with a prefix. */
export async function listObjects(
  bucket: string,
  prefix: string,
  options: AwsOptions,
): Promise<readonly string[]> {
  const keys: string[] = [];
  let next: string | undefined;
  do {
    const query = new URLSearchParams({ "list-type": "2", "encoding-type": "url", prefix });
    if (next !== undefined) query.set("continuation-token", next);
    const { body } = await call("GET", `/${bucket}?${query}`, options);
    const text = body.toString("utf8");
    keys.push(...[...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => decodedKey(key)));
    next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1];
    next = next === undefined ? undefined : plainText(next);
  } while (next !== undefined);
  return keys;
}

/** Removes an object. A missing object is not an error. */
export async function deleteFile(bucket: string, key: string, options: AwsOptions): Promise<void> {
  await call("DELETE", `/${bucket}/${pathOfKey(key)}`, options);
}

async function call(method: "GET" | "DELETE", path: string, options: AwsOptions): Promise<AwsAnswer> {
  const url = new URL(path, endpointOf("s3", "s3", options));
  const answer = await callAws({ service: "s3", method, url }, options);
  if (answer.status >= 300) throw s3Error(answer);
  return answer;
}

/** With `encoding-type=url`, S3 writes a space as `+`. */
const decodedKey = (key: string): string => decodeURIComponent(plainText(key).replaceAll("+", " "));

const plainText = (xml: string): string =>
  xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
