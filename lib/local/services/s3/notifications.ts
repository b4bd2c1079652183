import { formatArn } from "../../../facts/aws/arns";
import { blocks, type Model, requireText, text, texts, type Values } from "../../../model";
import { localUserId } from "../../wire/local-credentials";
import { requestIds } from "./protocol/xml";

/** A change of an object. */
export interface ObjectEvent {
  readonly name: string;
  readonly bucket: string;
  readonly key: string;
  readonly size?: number;
  readonly etag?: string;
  /** Undefined for an object without versions. */
  readonly versionId?: string | undefined;
  readonly at: number;
  readonly sequence: number;
}

const targets = { lambda_function: "lambda_function_arn", queue: "queue_arn", topic: "topic_arn" } as const;

/** The notifications that an event triggers, with their targets. */
export function notificationsFor(model: Model, { bucket, name, key }: ObjectEvent) {
  return model
    .ofType("aws_s3_bucket_notification")
    .filter(({ values }) => text(values, "bucket") === bucket)
    .flatMap(({ values }) =>
      Object.entries(targets).flatMap(([kind, arn]) =>
        blocks(values, kind)
          .filter((block) => isWanted(block, name, key))
          .map((block) => ({ id: text(block, "id") ?? kind, targetArn: requireText(block, arn) })),
      ),
    );
}

/** The ARN of a bucket, or of an object: it has neither a region nor an account. */
export const s3Arn = ({ partition }: Model, resource: string): string =>
  formatArn({ partition }, "s3", resource);

/** The region of a bucket of the app. */
export function bucketRegion(model: Model, bucket: string): string {
  return model.find("aws_s3_bucket", "bucket", bucket)?.region ?? model.region;
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export function notificationRecord(model: Model, event: ObjectEvent, notificationId: string): object {
  const { name, bucket, key, etag, versionId, at } = event;
  return {
    eventVersion: isOfContent(event) ? "2.1" : "2.3",
    eventSource: "aws:s3",
    awsRegion: bucketRegion(model, bucket),
    eventTime: new Date(at).toISOString(),
    eventName: name,
    userIdentity: { principalId: `AWS:${localUserId}` },
    requestParameters: { sourceIPAddress: "127.0.0.1" },
    responseElements: requestIds(),
    s3: {
      s3SchemaVersion: "1.0",
      configurationId: notificationId,
      bucket: {
        name: bucket,
        ownerIdentity: { principalId: "A1LOCAL0000000" },
        arn: s3Arn(model, bucket),
      },
      object: {
        // Form encoding: a space becomes a plus sign.
        key: encodeURIComponent(key).replaceAll("%2F", "/").replaceAll("%20", "+"),
        ...contentFacts(event),
        ...(etag !== undefined && { eTag: etag.replaceAll('"', "") }),
        ...(versionId !== undefined && { versionId }),
        ...orderFacts(event),
      },
    },
  };
}

/** An event of tags is not one of the content: it contains neither the size nor an order. */
const isOfContent = ({ name }: ObjectEvent): boolean => !name.startsWith("ObjectTagging:");

/** The size of the content that an event contains. */
export function contentFacts(event: ObjectEvent): { readonly size?: number } {
  return event.size === undefined || !isOfContent(event) ? {} : { size: event.size };
}

/** The place of an event among those of its object. */
export function orderFacts(event: ObjectEvent): { readonly sequencer?: string } {
  return isOfContent(event) ? { sequencer: String(event.sequence).padStart(16, "0") } : {};
}

function isWanted(block: Values, name: string, key: string): boolean {
  const isEvent = texts(block, "events").some((each) => {
    const wanted = each.replace(/^s3:/, "");
    return wanted === name || (wanted.endsWith(":*") && name.startsWith(wanted.slice(0, -1)));
  });
  const prefix = text(block, "filter_prefix") ?? "";
  const suffix = text(block, "filter_suffix") ?? "";
  return isEvent && key.startsWith(prefix) && key.endsWith(suffix);
}
