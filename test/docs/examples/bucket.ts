import { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import { S3BucketVersioningA } from "@cdktf/provider-aws/lib/s3-bucket-versioning";
import { Bucket, EventBus, Queue, type StackContext } from "serverform";

// #region bucket
export function Images({ stack }: StackContext) {
  const small = new Bucket(stack, "SmallImages");
  const images = new Bucket(stack, "Images", {
    cors: [{ allowedMethods: ["PUT"], allowedOrigins: ["https://www.example.com"], maxAge: "1 day" }],
    notifications: {
      resize: {
        function: { handler: "functions/notes.create", memorySize: 2048, bind: [small] },
        events: ["object_created"],
        filters: [{ prefix: "originals/" }, { suffix: ".jpg" }],
      },
    },
  });
  images.attachPermissionsToNotification("resize", [[images, "grantRead"]]);
  stack.addOutputs({ BucketName: images.bucketName });
}
// #endregion

// #region bucket-queue
export function Uploads({ stack }: StackContext) {
  const jobs = new Queue(stack, "UploadJobs");
  new Bucket(stack, "Uploads", {
    notifications: {
      jobs: { queue: jobs, events: ["object_created"] },
      removed: { function: "functions/notes.create", events: ["object_removed"] },
    },
  });
}
// #endregion

// #region bucket-policy
export function Shared({ stack }: StackContext) {
  const shared = new Bucket(stack, "Shared");
  shared.addToResourcePolicy({
    Sid: "ReadByPartner",
    Effect: "Allow",
    Principal: { AWS: "arn:aws:iam::111122223333:root" },
    Action: "s3:GetObject",
    Resource: `${shared.bucketArn}/public/*`,
  });
}
// #endregion

// #region bucket-versions
export function Versions({ stack }: StackContext) {
  const documents = new Bucket(stack, "Documents");
  new S3BucketVersioningA(stack, "DocumentVersions", {
    bucket: documents.bucketName,
    versioningConfiguration: { status: "Enabled" },
  });
}
// #endregion

// #region bucket-import
export function Archive({ stack }: StackContext) {
  const bucket = new DataAwsS3Bucket(stack, "ArchiveBucket", { bucket: "acme-archive" });
  new Bucket(stack, "Archive", { cdk: { bucket } });
}
// #endregion

// #region bucket-event-bridge
export function LargeFiles({ stack }: StackContext) {
  new Bucket(stack, "Uploads", { eventBridge: true });
  new EventBus(stack, "Cloud", {
    cdk: { eventBus: { name: "default" } },
    rules: {
      large: {
        pattern: {
          source: ["aws.s3"],
          detailType: ["Object Created"],
          detail: { object: { size: [{ numeric: [">", 1_000_000] }] } },
        },
        targets: { resize: "functions/notes.create" },
      },
    },
  });
}
// #endregion
