import { jsonOf } from "../../../json";
import { isValues, text } from "../../../model/values";
import { callerWith } from "../../../permissions/caller";
import type { RequestAccess } from "../../../permissions/needed-access";
import { escapeXml } from "../../../wire/escape-xml";
import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { objectAccess, s3Denial } from "../access";
import type { S3Buckets } from "../buckets";
import { parseForm } from "../form-data";
import { checkSignedForm } from "../presigned";
import { checkKey, type S3Request } from "../protocol";
import { xml } from "../xml";

/**
 * The upload of a browser's form. Its signature, and time and size limits of its policy are checked.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export function postObject(
  buckets: S3Buckets,
  { bucket, headers, body, access }: S3Request,
): ServiceResponse {
  const parts = parseForm(headers["content-type"] ?? "", body);
  const file = parts?.find(({ name }) => name === "file");
  if (parts === undefined || file === undefined) {
    throw new ServiceError("MalformedPOSTRequest", "The body is not multipart/form-data with a file.", 400);
  }
  // What comes after the file is ignored.
  const fields = Object.fromEntries(
    parts
      .slice(0, parts.indexOf(file))
      .map(({ name, content }) => [name.toLowerCase(), content.toString("utf8")]),
  );
  const { key = "", policy } = fields;
  if (key === "") {
    throw new ServiceError("InvalidArgument", "Bucket POST must contain a field named 'key'.", 400);
  }
  checkSignedForm(fields);
  if (policy !== undefined) checkPolicy(policy, file.content.length, buckets.now);
  const type = fields["content-type"] ?? file.type;
  const name = key.replaceAll("${filename}", file.filename ?? "");
  checkKey(name);
  const denied = signerOf(fields, access)?.check([objectAccess("PutObject", bucket.name, name, buckets)]);
  if (denied !== undefined) throw new ServiceError(s3Denial.code, denied, s3Denial.status);
  const object = bucket.objects.put(
    name,
    {
      content: file.content,
      headers: { ...fields, ...(type !== undefined && { "content-type": type }) },
      changedAt: buckets.now,
    },
    buckets.versioningOf(bucket.name),
  );
  buckets.notify("ObjectCreated:Post", bucket, object);
  return responseTo(fields, bucket.name, name, object.etag);
}

/** A form has its signature in its fields; without one, anybody has sent it. */
function signerOf(
  fields: Readonly<Record<string, string>>,
  access: RequestAccess | undefined,
): RequestAccess | undefined {
  const accessKeyId = fields["x-amz-credential"]?.split("/")[0] ?? fields.awsaccesskeyid;
  return accessKeyId === undefined
    ? access
    : access?.as(callerWith(accessKeyId, fields["x-amz-security-token"]));
}

function responseTo(
  fields: Readonly<Record<string, string>>,
  bucket: string,
  key: string,
  etag: string,
): ServiceResponse {
  const location = `/${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
  const { success_action_redirect: redirect, success_action_status: status } = fields;
  if (redirect !== undefined && URL.canParse(redirect)) {
    const target = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag })) target.searchParams.set(name, value);
    return { status: 303, headers: { etag, location: target.href } };
  }
  if (status === "201") {
    const content = `<Location>${escapeXml(location)}</Location><Bucket>${escapeXml(bucket)}</Bucket><Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag>`;
    const created = xml(`<PostResponse>${content}</PostResponse>`, 201);
    return { ...created, headers: { ...created.headers, etag, location } };
  }
  return { status: status === "200" ? 200 : 204, headers: { etag, location } };
}

function checkPolicy(encoded: string, bytes: number, now: number): void {
  const policy = jsonOf(Buffer.from(encoded, "base64").toString("utf8"));
  if (!isValues(policy)) {
    throw new ServiceError("InvalidPolicyDocument", "Invalid Policy: it is not Base64-encoded JSON.", 400);
  }
  const expiration = text(policy, "expiration");
  if (expiration !== undefined && Date.parse(expiration) < now) {
    throw new ServiceError("AccessDenied", "Invalid according to Policy: Policy expired.", 403);
  }
  const conditions: readonly unknown[] = Array.isArray(policy.conditions) ? policy.conditions : [];
  for (const condition of conditions) {
    if (!Array.isArray(condition) || condition[0] !== "content-length-range") continue;
    const [, least, most] = condition as readonly unknown[];
    if (bytes > Number(most)) {
      throw new ServiceError(
        "EntityTooLarge",
        "Your proposed upload exceeds the maximum allowed object size.",
        400,
      );
    }
    if (bytes < Number(least)) {
      throw new ServiceError(
        "EntityTooSmall",
        "Your proposed upload is smaller than the minimum allowed object size.",
        400,
      );
    }
  }
}
