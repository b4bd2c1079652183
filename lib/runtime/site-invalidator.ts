import { setTimeout as delay } from "node:timers/promises";
import { type AwsAnswer, AwsError, callAws, endpointOf } from "./aws/call";

/** What a deployment of a site asks for. */
export interface InvalidationRequest {
  readonly distributionId: string;
  readonly paths: readonly string[];
  /** Whether to wait until all caches have dropped the files. */
  readonly wait: boolean;
}

const intervalMs = 2000;
/** A function may run for 15 minutes. */
const waitsMs = 14 * 60_000;

/** Drops files of a site from the caches of CloudFront. */
export async function handler({
  distributionId,
  paths,
  wait,
}: InvalidationRequest): Promise<{ readonly id: string }> {
  const path = `/2020-05-31/distribution/${encodeURIComponent(distributionId)}/invalidation`;
  const items = paths.map((each) => `<Path>${escapeXml(each)}</Path>`).join("");
  // Unique, because CloudFront answers a repeated reference with the former invalidation.
  const reference = `serverform-${Date.now()}`;
  const body = `<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths><CallerReference>${reference}</CallerReference></InvalidationBatch>`;
  const created = await call("POST", path, body);
  const id = textOf(created, "Id");
  const end = Date.now() + waitsMs;
  for (let answer = created; wait && textOf(answer, "Status") !== "Completed"; ) {
    if (Date.now() > end)
      throw new Error(`The invalidation ${id} is not complete after ${waitsMs / 60_000} minutes.`);
    await delay(intervalMs);
    answer = await call("GET", `${path}/${encodeURIComponent(id)}`, "");
  }
  return { id };
}

/** CloudFront has one endpoint, which is in us-east-1 for signatures; that of China is in cn-northwest-1. */
async function call(method: string, path: string, body: string): Promise<string> {
  const isChina = process.env.AWS_REGION?.startsWith("cn-") === true;
  const options = { region: isChina ? "cn-northwest-1" : "us-east-1", timeoutMs: 30_000 };
  const url = new URL(path, cdnEndpoint(isChina, options));
  const headers = { "content-type": "application/xml" };
  const answer = await callAws({ service: "cloudfront", method, url, headers, body }, options);
  if (answer.status >= 300) throw errorOf(answer);
  return answer.body.toString("utf8");
}

/** Source: https://docs.aws.amazon.com/general/latest/gr/cf_region.html */
function cdnEndpoint(isChina: boolean, options: { readonly region: string }): URL {
  const url = endpointOf("cloudfront", "cloudfront", options);
  if (!url.hostname.endsWith(`.${options.region}.amazonaws.com${isChina ? ".cn" : ""}`)) return url;
  return new URL(
    isChina ? "https://cloudfront.cn-northwest-1.amazonaws.com.cn" : "https://cloudfront.amazonaws.com",
  );
}

function errorOf({ status, body }: AwsAnswer): AwsError {
  const text = body.toString("utf8");
  const code = textOf(text, "Code") || `HTTP ${status}`;
  return new AwsError(code, status, textOf(text, "Message") || text.slice(0, 300), "cloudfront");
}

function textOf(xml: string, element: string): string {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? "";
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
