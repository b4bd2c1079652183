import { callerWith } from "../../../permissions/caller";
import type { RequestAccess } from "../../../permissions/needed-access";
import type { AccessKeys } from "../../../wire/local-credentials";
import { escapeXml } from "../../../wire/xml";
import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { objectAccess, s3Denial } from "../access";
import type { S3Buckets } from "../buckets";
import { invalidArgument, unknownAccessKey } from "../errors";
import { checkContent } from "../objects/checksums";
import { checkObjectHeaders } from "../objects/object-headers";
import { versionOf, writtenHeaders } from "../objects/objects";
import { tagsInDocument } from "../objects/tags";
import { checkKey, type S3Request } from "../protocol";
import { checkPolicy, checkSignatureFields } from "../protocol/post-policy";
import { checkSignedForm } from "../protocol/presigned";
import { xml } from "../protocol/xml";
import { writeObject } from "./put-object";

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
  // Fields after the file are ignored.
  const fields = Object.fromEntries(
    parts
      .slice(0, parts.indexOf(file))
      .map(({ name, content }) => [name.toLowerCase(), content.toString("utf8")]),
  );
  const { key = "", policy } = fields;
  if (key === "") {
    throw invalidArgument(
      "Bucket POST must contain a field named 'key'.  If it is specified, please check the order of the fields.",
      "key",
      "",
    );
  }
  const { accessKeys } = buckets.context;
  checkSignatureFields(fields);
  checkSignedForm(fields, accessKeys);
  const name = file.filename === undefined ? key : key.replaceAll("${filename}", file.filename);
  if (policy !== undefined) {
    const form = { fields: { ...fields, key: name }, bucket: bucket.name, bytes: file.content.length };
    checkPolicy(policy, form, buckets.now);
  }
  const type = fields["content-type"] ?? file.type;
  checkKey(name);
  const denied = signerOf(fields, access, accessKeys)?.check([
    objectAccess("PutObject", bucket.name, name, buckets),
  ]);
  if (denied !== undefined) throw new ServiceError(s3Denial.code, denied, s3Denial.status);
  const given = { ...fields, ...(type !== undefined && { "content-type": type }) };
  checkObjectHeaders(given);
  const checksum = checkContent(file.content, given);
  const tags = fields.tagging === undefined ? {} : tagsInDocument(Buffer.from(fields.tagging));
  const written = { content: file.content, headers: given, tags, checksum };
  const object = writeObject(buckets, bucket, name, written, "ObjectCreated:Post");
  const posted = { bucket: bucket.name, key: name, etag: object.etag, host: headers.host };
  const response = responseTo(fields, posted);
  return {
    ...response,
    headers: { ...response.headers, ...writtenHeaders(object), ...versionOf(object) },
  };
}

/** A form has its signature in its fields; without one, the sender is anonymous. */
function signerOf(
  fields: Readonly<Record<string, string>>,
  access: RequestAccess | undefined,
  keys: AccessKeys,
): RequestAccess | undefined {
  const accessKeyId = fields["x-amz-credential"]?.split("/")[0] ?? fields.awsaccesskeyid;
  if (accessKeyId === undefined) return access;
  const signer = callerWith(accessKeyId, fields["x-amz-security-token"], keys);
  if (signer.type === "stranger" && access?.refusesStrangers === true) throw unknownAccessKey(accessKeyId);
  return access?.as(signer);
}

interface PostedObject {
  readonly bucket: string;
  readonly key: string;
  readonly etag: string;
  readonly host: string | undefined;
}

function responseTo(
  fields: Readonly<Record<string, string>>,
  { bucket, key, etag, host = "localhost" }: PostedObject,
): ServiceResponse {
  const path = key.split("/").map(encodeURIComponent).join("/");
  // The host names the bucket, or else the path.
  const location = host.startsWith(`${bucket}.`)
    ? `http://${host}/${path}`
    : `http://${host}/${bucket}/${path}`;
  const { success_action_redirect: redirect, success_action_status: status } = fields;
  if (redirect !== undefined && URL.canParse(redirect)) {
    const target = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag })) target.searchParams.set(name, value);
    return { status: 303, headers: { etag, location: target.href } };
  }
  if (status === "201") {
    const content = `<Location>${escapeXml(location)}</Location><Bucket>${escapeXml(bucket)}</Bucket><Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag>`;
    return xml(`<PostResponse>${content}</PostResponse>`, { etag, location }, 201);
  }
  return { status: status === "200" ? 200 : 204, headers: { etag, location } };
}

/** A part of a form that a browser uploads. */
interface FormPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly content: Buffer;
}

/**
 * The parts of a `multipart/form-data` body; undefined when the body is not in this form.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc7578
 */
function parseForm(contentType: string, body: Buffer): readonly FormPart[] | undefined {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) return undefined;
  const delimiter = Buffer.from(`\r\n--${name}`);
  // The first delimiter has no line before it.
  const content = Buffer.concat([Buffer.from("\r\n"), body]);
  const parts: FormPart[] = [];
  let at = content.indexOf(delimiter);
  while (at !== -1) {
    const start = at + delimiter.length;
    if (content.toString("latin1", start, start + 2) === "--") return parts;
    const end = content.indexOf(delimiter, start);
    const headersEnd = content.indexOf("\r\n\r\n", start);
    if (end === -1 || headersEnd === -1 || headersEnd > end) return undefined;
    const part = parsePart(
      content.toString("utf8", start, headersEnd),
      content.subarray(headersEnd + 4, end),
    );
    if (part === undefined) return undefined;
    parts.push(part);
    at = end;
  }
  return undefined;
}

function parsePart(headers: string, content: Buffer): FormPart | undefined {
  const disposition = /^content-disposition:\s*form-data;(.*)$/im.exec(headers)?.[1] ?? "";
  const name = /(?:^|[;\s])name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) return undefined;
  const filename = /(?:^|[;\s])filename="([^"]*)"/i.exec(disposition)?.[1];
  const type = /^content-type:(.*)$/im.exec(headers)?.[1]?.trim();
  return { name, filename, type: type === "" ? undefined : type, content };
}
