import { formatArn } from "../../../facts/aws/arns";
import type { Model } from "../../../model/resources/model";
import { flag, text } from "../../../model/resources/values";
import { type BusEvent, createEvent } from "../contract/bus-event";
import { contentFacts, type ObjectEvent, orderFacts } from "./notifications";
import { requestIds } from "./protocol/xml";

/** EventBridge's names of the operations. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
const reasons: Readonly<Record<string, readonly [type: string, reason: string]>> = {
  "ObjectCreated:Put": ["Object Created", "PutObject"],
  "ObjectCreated:Post": ["Object Created", "POST Object"],
  "ObjectCreated:Copy": ["Object Created", "CopyObject"],
  "ObjectCreated:CompleteMultipartUpload": ["Object Created", "CompleteMultipartUpload"],
  "ObjectRemoved:Delete": ["Object Deleted", "DeleteObject"],
  "ObjectRemoved:DeleteMarkerCreated": ["Object Deleted", "DeleteObject"],
  "ObjectTagging:Put": ["Object Tags Added", "PutObjectTagging"],
  "ObjectTagging:Delete": ["Object Tags Deleted", "DeleteObjectTagging"],
};

/** Whether a bucket sends its events to the default bus. */
export function sendsToEventBridge(model: Model, bucket: string): boolean {
  return model
    .ofType("aws_s3_bucket_notification")
    .some(({ values }) => text(values, "bucket") === bucket && flag(values, "eventbridge") === true);
}

/** The event of a change on the default bus; undefined for operations without one. */
export function objectBusEvent(model: Model, event: ObjectEvent): BusEvent | undefined {
  const { name, bucket, key, etag, versionId, at } = event;
  const known = reasons[name];
  if (known === undefined) return undefined;
  const [type, reason] = known;
  const detail = {
    version: "0",
    bucket: { name: bucket },
    object: {
      key,
      ...contentFacts(event),
      ...(etag !== undefined && { etag: etag.replaceAll('"', "") }),
      ...(versionId !== undefined && { "version-id": versionId }),
      ...orderFacts(event),
    },
    "request-id": requestIds()["x-amz-request-id"],
    requester: model.account,
    "source-ip-address": "127.0.0.1",
    reason,
    ...(type === "Object Deleted" && {
      "deletion-type": name.endsWith("MarkerCreated") ? "Delete Marker Created" : "Permanently Deleted",
    }),
  };
  const facts = { source: "aws.s3", "detail-type": type, detail };
  return createEvent(model, at, facts, [formatArn({ partition: model.partition }, "s3", bucket)]);
}
