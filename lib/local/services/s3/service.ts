import type { Model } from "../../model/model";
import { requireText } from "../../model/values";
import type { Service, ServiceContext, ServiceRequest, ServiceResponse } from "../contract/service";
import { withoutChunks } from "./aws-chunked";
import { notificationRecord, notificationsFor, type ObjectEvent } from "./notifications";
import { Objects, type StoredObject } from "./objects";
import { deletedXml, keysToDelete, listXml, s3Error, xml } from "./xml";

/** A request to a bucket or one of its objects. */
interface ObjectRequest {
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The buckets of the model, in memory, with their notifications. */
export class S3Service implements Service {
  readonly signingName = "s3";
  private readonly buckets = new Map<string, Objects>();
  private model: Model;
  private sequence = 0;

  constructor(private readonly context: ServiceContext) {
    this.model = context.model;
    this.take(context.model);
  }

  async handle({ method, url, headers, body }: ServiceRequest): Promise<ServiceResponse> {
    const { pathname, searchParams: query } = new URL(url, "http://s3");
    const [, bucket = "", ...rest] = pathname.split("/");
    const objects = this.buckets.get(bucket);
    if (objects === undefined) return s3Error(404, "NoSuchBucket", "The specified bucket does not exist");
    const content = headers["content-encoding"]?.includes("aws-chunked") ? withoutChunks(body) : body;
    const request = { bucket, key: rest.map(decodeURIComponent).join("/"), query, headers, body: content };
    return request.key === ""
      ? this.handleBucket(method, objects, request)
      : this.handleObject(method, objects, request);
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
    this.take(model);
  }

  async stop(): Promise<void> {
    this.buckets.clear();
  }

  private take(model: Model): void {
    const wanted = new Set(model.ofType("aws_s3_bucket").map(({ values }) => requireText(values, "bucket")));
    for (const name of this.buckets.keys()) if (!wanted.has(name)) this.buckets.delete(name);
    for (const name of wanted) if (!this.buckets.has(name)) this.buckets.set(name, new Objects());
  }

  private handleBucket(method: string, objects: Objects, request: ObjectRequest): ServiceResponse {
    const { bucket, query, body } = request;
    if (method === "HEAD") return { status: 200 };
    if (method === "GET" && (query.get("list-type") === "2" || query.size === 0)) {
      return xml(listXml(bucket, objects, query));
    }
    if (method === "POST" && query.has("delete")) {
      const keys = keysToDelete(body.toString("utf8"));
      for (const key of keys) this.remove(objects, bucket, key);
      return xml(deletedXml(keys));
    }
    return notEmulated(method);
  }

  private handleObject(method: string, objects: Objects, request: ObjectRequest): ServiceResponse {
    const { bucket, key, query, headers, body } = request;
    // Parts, tags, access lists and the like: said, rather than done wrong.
    if ([...query.keys()].some((name) => name !== "x-id" && !name.startsWith("X-Amz-")))
      return notEmulated(method);
    switch (method) {
      case "PUT":
        return headers["x-amz-copy-source"] === undefined
          ? this.put(objects, bucket, key, body, headers)
          : this.copy(objects, bucket, key, headers);
      case "GET":
      case "HEAD":
        return read(objects.get(key), method, headers.range);
      case "DELETE":
        this.remove(objects, bucket, key);
        return { status: 204 };
      default:
        return notEmulated(method);
    }
  }

  private put(
    objects: Objects,
    bucket: string,
    key: string,
    content: Buffer,
    headers: Readonly<Record<string, string>>,
  ): ServiceResponse {
    if (headers["if-none-match"] === "*" && objects.get(key) !== undefined) {
      return s3Error(
        412,
        "PreconditionFailed",
        "At least one of the pre-conditions you specified did not hold",
      );
    }
    const object = objects.put(key, content, headers, this.context.clock.now());
    this.tell("ObjectCreated:Put", bucket, object);
    return { status: 200, headers: { etag: object.etag } };
  }

  private copy(
    objects: Objects,
    bucket: string,
    key: string,
    headers: Readonly<Record<string, string>>,
  ): ServiceResponse {
    const source = decodeURIComponent(headers["x-amz-copy-source"] ?? "").replace(/^\//, "");
    const [from = "", ...rest] = source.split("/");
    const original = this.buckets.get(from)?.get(rest.join("/"));
    if (original === undefined) return s3Error(404, "NoSuchKey", "The specified key does not exist.");
    const kept = headers["x-amz-metadata-directive"] === "REPLACE" ? headers : original.headers;
    const object = objects.put(key, original.content, kept, this.context.clock.now());
    this.tell("ObjectCreated:Copy", bucket, object);
    const changed = new Date(object.changedAt).toISOString();
    return xml(
      `<CopyObjectResult><ETag>${object.etag}</ETag><LastModified>${changed}</LastModified></CopyObjectResult>`,
    );
  }

  private remove(objects: Objects, bucket: string, key: string): void {
    if (objects.delete(key) !== undefined) this.tell("ObjectRemoved:Delete", bucket, { key });
  }

  private tell(
    name: string,
    bucket: string,
    object: Pick<StoredObject, "key"> & Partial<StoredObject>,
  ): void {
    this.sequence += 1;
    const event: ObjectEvent = {
      name,
      bucket,
      key: object.key,
      size: object.content?.length,
      etag: object.etag,
      at: this.context.clock.now(),
      sequence: this.sequence,
    };
    for (const { id, targetArn } of notificationsFor(this.model, event)) {
      const body = JSON.stringify({ Records: [notificationRecord(this.model, event, id)] });
      void this.context.deliver({ targetArn, body, source: `bucket ${bucket}` });
    }
  }
}

function read(object: StoredObject | undefined, method: string, range: string | undefined): ServiceResponse {
  if (object === undefined) {
    return method === "HEAD"
      ? { status: 404 }
      : s3Error(404, "NoSuchKey", "The specified key does not exist.");
  }
  const { content, etag, changedAt } = object;
  const headers = {
    ...object.headers,
    etag,
    "last-modified": new Date(changedAt).toUTCString(),
    "accept-ranges": "bytes",
  };
  const part = range === undefined ? undefined : rangeOf(range, content.length);
  if (part === undefined) {
    const length = { "content-length": String(content.length) };
    return { status: 200, headers: { ...headers, ...length }, body: method === "HEAD" ? undefined : content };
  }
  const [first, last] = part;
  if (first > last) return s3Error(416, "InvalidRange", "The requested range is not satisfiable");
  return {
    status: 206,
    headers: {
      ...headers,
      "content-range": `bytes ${first}-${last}/${content.length}`,
      "content-length": String(last - first + 1),
    },
    body: method === "HEAD" ? undefined : content.subarray(first, last + 1),
  };
}

/** First and last byte of `bytes=0-99`, `bytes=100-` or `bytes=-5`. */
function rangeOf(range: string, length: number): readonly [number, number] | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return [Math.max(0, length - Number(last)), length - 1];
  return [Number(first), last === "" ? length - 1 : Math.min(Number(last), length - 1)];
}

function notEmulated(method: string): ServiceResponse {
  return s3Error(501, "NotImplemented", `serverform local does not emulate this ${method} request of s3.`);
}
