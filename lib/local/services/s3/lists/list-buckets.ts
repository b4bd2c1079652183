import { formatArn } from "../../../../facts/aws/arns";
import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { keyPageOf } from "../objects/page";
import type { S3Request } from "../protocol";
import { numberAs } from "../protocol/query-numbers";
import { element, namespace, ownerElement, timeElement, xml } from "../protocol/xml";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export function listBuckets(buckets: S3Buckets, { query }: S3Request): ServiceResponse {
  const { region, partition } = buckets.current;
  const asked = query.get("bucket-region");
  const names = asked === null || asked === region ? buckets.names : [];
  const all = [...names].sort().map((key) => ({ key }));
  const prefix = query.get("prefix") ?? "";
  const after = Buffer.from(query.get("continuation-token") ?? "", "base64url").toString("utf8");
  const limit = numberAs("max-buckets", query.get("max-buckets"), 10_000);
  const page = keyPageOf(all, { prefix, delimiter: "", limit, after });
  // Only requests for a part of the list get the regions of the buckets.
  const isPart = query.has("max-buckets") || asked !== null || query.has("prefix");
  const entries = page.entries.map(
    ({ key }) =>
      `<Bucket>${element("Name", key)}${timeElement("CreationDate", buckets.startedAt)}` +
      `${isPart ? element("BucketRegion", region) : ""}${element("BucketArn", formatArn({ partition }, "s3", key))}</Bucket>`,
  );
  const next = page.isTruncated ? Buffer.from(page.last?.key ?? "").toString("base64url") : undefined;
  return xml(
    `<ListAllMyBucketsResult ${namespace}>${ownerElement}<Buckets>${entries.join("")}</Buckets>` +
      `${element("ContinuationToken", next)}${element("Prefix", query.get("prefix") ?? undefined)}</ListAllMyBucketsResult>`,
  );
}
