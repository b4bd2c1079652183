import { Stack } from "../../lib";
import { readSamples } from "../support/construct-samples";
import { synthesized, testApp } from "../support/stack";
import { failure } from "./api/support/api";

const samples = [...readSamples()].map(([name, { make }]) => ({ name, make }));
const longName = "n".repeat(150);

/** The resources that a sample creates in an app of this name. */
function resourcesOf({ make }: (typeof samples)[number], name = "notes"): [type: string, block: object][] {
  const stack = new Stack(testApp({ name }), "Main");
  make(stack);
  return Object.entries(synthesized(stack).resource ?? {}).flatMap(([type, blocks]) =>
    Object.values(blocks).map((block): [string, object] => [type, block]),
  );
}

/** Names that are longer than AWS takes are cut, and get a hash. The limits are in the references of the services. */
test("names are as long as AWS takes them", () => {
  const limits = {
    "aws_cloudfront_cache_policy.name": 128,
    "aws_cloudfront_function.name": 64,
    "aws_cloudfront_origin_access_control.name": 64,
    "aws_cloudfront_response_headers_policy.name": 128,
    "aws_iam_role.name_prefix": 38,
    "aws_lambda_function.function_name": 64,
    "aws_s3_bucket.bucket_prefix": 37,
  };
  const found = new Map<string, number>();
  for (const sample of samples) {
    const made = attempt(() => resourcesOf(sample, longName));
    for (const [type, block] of made) {
      for (const [attribute, value] of Object.entries(block)) {
        const key = `${type}.${attribute}`;
        if (key in limits) found.set(key, Math.max(found.get(key) ?? 0, String(value).length));
      }
    }
  }
  expect(Object.fromEntries([...found].sort())).toEqual(limits);

  /** A name that users know is not cut but refused. */
  function attempt<T>(run: () => readonly T[]): readonly T[] {
    try {
      return run();
    } catch {
      expect(failure(run).message).toMatch(/has \d+ characters|is longer|at most|\d+ characters/);
      return [];
    }
  }
});

test("every bucket is closed to the public in all four ways, and takes requests over TLS only", () => {
  const buckets = samples.filter((sample) => {
    const made = resourcesOf(sample);
    const of = (wanted: string) => made.filter(([type]) => type === wanted).map(([, block]) => block);
    const count = of("aws_s3_bucket").length;
    const closed = {
      block_public_acls: true,
      block_public_policy: true,
      ignore_public_acls: true,
      restrict_public_buckets: true,
    };
    expect(of("aws_s3_bucket_public_access_block")).toMatchObject(
      Array.from({ length: count }, () => closed),
    );
    const policies = of("aws_s3_bucket_policy").map((block) => JSON.stringify(block));
    expect(policies).toHaveLength(count);
    for (const policy of policies) expect(policy).toContain("aws:SecureTransport");
    return count > 0;
  });
  expect(buckets.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Bucket", "StaticSite", "Site", "Job"]),
  );
});
