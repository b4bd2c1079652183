import { formatArn } from "../../../facts/aws/arns";
import { servicePrincipal } from "../../../facts/aws/principals";
import { block, flag, type Model, requireText, text, type Values } from "../../../model";
import { inBackground } from "../../invoke";
import { type BusEvent, createEvent } from "../contract/bus-event";
import { ModelResources } from "../contract/model-resources";
import type { ServiceContext } from "../contract/service";
import { NoSuchBucketError } from "./errors";
import {
  contentFacts,
  notificationRecord,
  notificationsFor,
  type ObjectEvent,
  orderFacts,
  s3Arn,
} from "./notifications";
import { ObjectFiles } from "./objects/object-files";
import { Objects, type Versioning } from "./objects/objects";
import { noVersion, type StoredObject } from "./objects/stored-object";
import { Uploads } from "./objects/uploads";
import { requestIds } from "./protocol/xml";

/** A bucket of the model. */
export interface S3Bucket {
  readonly name: string;
  readonly objects: Objects;
  readonly uploads: Uploads;
}

/** The buckets of the model, with their notifications. */
export class S3Buckets extends ModelResources {
  private readonly buckets = new Map<string, S3Bucket>();
  private sequence = 0;
  /** When the buckets were created, as far as this machine knows. */
  readonly startedAt: number;

  constructor(context: ServiceContext) {
    super(context);
    this.startedAt = this.now;
    this.take();
  }

  get names(): readonly string[] {
    return [...this.buckets.keys()];
  }

  find(name: string): S3Bucket | undefined {
    return this.buckets.get(name);
  }

  require(name: string): S3Bucket {
    const bucket = this.find(name);
    if (bucket === undefined) throw new NoSuchBucketError(name);
    return bucket;
  }

  async stop(): Promise<void> {
    const parts = [...this.buckets.values()].flatMap(({ objects, uploads }) => [objects, uploads]);
    await Promise.all(parts.map((each) => each.settled()));
    this.buckets.clear();
  }

  /** The resource of a type that belongs to a bucket; undefined without one. */
  settingOf(bucket: string, type: string): Values | undefined {
    return this.model.find(type, "bucket", bucket)?.values;
  }

  /** Whether a bucket keeps versions, as the app declares it. */
  versioningOf(bucket: string): Versioning {
    const setting = this.settingOf(bucket, "aws_s3_bucket_versioning") ?? {};
    const status = text(block(setting, "versioning_configuration") ?? {}, "status");
    if (status === "Enabled") return "enabled";
    return status === "Suspended" ? "suspended" : "none";
  }

  /** Sends the notifications of a change: `ObjectCreated:Put`. */
  notify(name: string, bucket: S3Bucket, object: Pick<StoredObject, "key"> & Partial<StoredObject>): void {
    this.sequence += 1;
    const event: ObjectEvent = {
      name,
      bucket: bucket.name,
      key: object.key,
      size: object.content?.length,
      etag: object.etag,
      versionId: object.versionId === noVersion ? undefined : object.versionId,
      at: this.now,
      sequence: this.sequence,
    };
    for (const { id, targetArn } of notificationsFor(this.model, event)) {
      const body = JSON.stringify({ Records: [notificationRecord(this.model, event, id)] });
      const sender = { service: servicePrincipal("s3"), sourceArn: s3Arn(this.model, bucket.name) };
      inBackground(
        "notification of a bucket",
        this.context.deliver({ targetArn, body, source: `bucket ${bucket.name}`, sender }),
      );
    }
    this.sendToEventBridge(event);
  }

  private sendToEventBridge(event: ObjectEvent): void {
    const { model } = this;
    if (!sendsToEventBridge(model, event.bucket)) return;
    const sent = objectBusEvent(model, event);
    if (sent === undefined) return;
    const targetArn = formatArn(model, "events", "event-bus/default");
    inBackground(
      "notification of a bucket",
      this.context.deliver({ targetArn, body: JSON.stringify(sent), source: `bucket ${event.bucket}` }),
    );
  }

  protected override take(): void {
    const buckets = this.model.ofType("aws_s3_bucket");
    const wanted = new Set(buckets.map(({ values }) => requireText(values, "bucket")));
    for (const name of this.buckets.keys()) if (!wanted.has(name)) this.buckets.delete(name);
    for (const name of wanted) {
      if (this.buckets.has(name)) continue;
      const { dataFolder } = this.context;
      const objects = new Objects(new ObjectFiles(dataFolder, name));
      this.buckets.set(name, { name, objects, uploads: new Uploads(dataFolder, name) });
    }
  }
}

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
function sendsToEventBridge(model: Model, bucket: string): boolean {
  return model
    .ofType("aws_s3_bucket_notification")
    .some(({ values }) => text(values, "bucket") === bucket && flag(values, "eventbridge") === true);
}

/** The event of a change on the default bus; undefined for operations without one. */
function objectBusEvent(model: Model, event: ObjectEvent): BusEvent | undefined {
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
  return createEvent(model, at, facts, [s3Arn(model, bucket)]);
}
