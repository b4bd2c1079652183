import { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import type { Construct } from "constructs";
import { Stack } from "../../kit/app";
import { keptName, markMadeFromReference } from "../../kit/app/names/construct-name";
import { Artifacts } from "../../kit/app/synthesis/artifacts";
import { namePrefix } from "../../kit/core/names/name";
import type { Packaging } from "../../kit/function";
import { Bucket } from "../bucket";

const id = "_jobs";

/** The private bucket of a stack with the code of its jobs. It goes with the stack. */
function codeBucketOf(stack: Stack): Bucket {
  const existing = stack.node.tryFindChild(id) as Bucket | undefined;
  if (existing !== undefined) return existing;
  const name = `${stack.node.id}-jobs`.toLowerCase().replace(/[^a-z0-9-]+/g, "-");
  const bucket = new Bucket(stack, id, {
    cdk: {
      bucket: {
        bucketPrefix: namePrefix(name, 36),
        forceDestroy: true,
        lifecycle: { preventDestroy: false },
      },
    },
  });
  markMadeFromReference(bucket);
  return bucket;
}

/** Uploads the code of a job; the build project reads it from there. */
export function uploadCode(job: Construct, handler: string, { artifact }: Packaging): S3Object {
  const stack = Stack.of(job);
  const { filename, sourceCodeHash } = Artifacts.of(stack).add({ owner: job.node.path, handler }, artifact);
  return new S3Object(job, "Code", {
    bucket: codeBucketOf(stack).bucketName,
    key: `${keptName(job)}.zip`,
    source: filename,
    sourceHash: sourceCodeHash,
  });
}
