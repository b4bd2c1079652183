import { parseQuery } from "../../../../facts/text/query-string";
import { invalidArgument, S3Error } from "../errors";
import { element, elementsIn, namespace, once, requireTextIn, rootIn } from "../protocol/xml";

export type Tags = Readonly<Record<string, string>>;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html */
const most = { tags: 10, key: 128, value: 256 } as const;

/** Letters, numbers and spaces, and some other characters. */
const allowed = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/** The tags in the header of an upload: `state=new&owner=ada`. */
export function tagsInHeader(header: string | undefined): Tags {
  const entries = parseQuery(header ?? "");
  const isRaw = (header ?? "").split("&").some((part) => part.split("=").length > 2);
  if (isRaw || new Set(entries.map(([key]) => key)).size < entries.length) {
    throw invalidArgument(
      "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.",
      "x-amz-tagging",
      header,
    );
  }
  return checkedTags(entries);
}

const tagSetShape = { Tag: { least: 0, most: Number.POSITIVE_INFINITY, shape: { Key: once, Value: once } } };
const taggingShape = { TagSet: { ...once, shape: tagSetShape } };

/** The tags in a document: the body of PutObjectTagging, or the field of a form. */
export function tagsInDocument(document: Buffer): Tags {
  const [set] = elementsIn(rootIn(document, "Tagging", taggingShape), "TagSet");
  const tags = set === undefined ? [] : elementsIn(set, "Tag");
  return checkedTags(tags.map((tag) => [requireTextIn(tag, "Key"), requireTextIn(tag, "Value")]));
}

/** The tags by their keys, as S3 sorts them (https://github.com/ceph/s3-tests, test_put_obj_with_tags). */
export function tagsXml(tags: Tags): string {
  const sorted = Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1));
  const entries = sorted.map(([key, value]) => `<Tag>${element("Key", key)}${element("Value", value)}</Tag>`);
  return `<Tagging ${namespace}><TagSet>${entries.join("")}</TagSet></Tagging>`;
}

function checkedTags(entries: readonly (readonly [string, string])[]): Tags {
  if (entries.length > most.tags)
    throw new S3Error("BadRequest", "Object tags cannot be greater than 10", 400);
  const seen = new Set<string>();
  for (const [key, value] of entries) {
    if (seen.has(key)) throw invalidTag("Cannot provide multiple Tags with the same key", key);
    seen.add(key);
    if (key.toLowerCase().startsWith("aws:"))
      throw invalidTag("Your TagKey cannot be prefixed with aws:", key);
    if (key === "" || key.length > most.key || !allowed.test(key)) {
      throw invalidTag("The TagKey you have provided is invalid", key);
    }
    if (value.length > most.value || !allowed.test(value)) {
      throw invalidTag("The TagValue you have provided is invalid", key, value);
    }
  }
  return Object.fromEntries(entries);
}

function invalidTag(message: string, key: string, value?: string): S3Error {
  return new S3Error("InvalidTag", message, 400, { TagKey: key, TagValue: value });
}
