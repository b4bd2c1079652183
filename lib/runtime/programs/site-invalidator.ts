import { setTimeout as delay } from "node:timers/promises";
import { cdnEndpoint, cdnNamespace, defaultRegion } from "../../facts/aws/partitions";
import { type AwsAnswer, AwsError, callAws, givenEndpoint } from "../aws/call";

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
  // Unique, because CloudFront returns the former invalidation for a repeated reference.
  const reference = `serverform-${Date.now()}`;
  const body = `<InvalidationBatch xmlns="${cdnNamespace}"><Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths><CallerReference>${reference}</CallerReference></InvalidationBatch>`;
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

async function call(method: string, path: string, body: string): Promise<string> {
  const { host, region } = cdnEndpoint(process.env.AWS_REGION ?? defaultRegion);
  const url = new URL(path, givenEndpoint("cloudfront", process.env) ?? `https://${host}`);
  const headers = { "content-type": "application/xml" };
  const answer = await callAws(
    { service: "cloudfront", method, url, headers, body },
    { region, timeoutMs: 30_000 },
  );
  if (answer.status >= 300) throw errorOf(answer);
  return answer.body.toString("utf8");
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
