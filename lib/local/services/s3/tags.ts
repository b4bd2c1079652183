import { s3Namespace } from "../../../aws/namespaces";
import { escapeXml, unescapeXml } from "../../wire/escape-xml";
import { parseQuery } from "../../wire/query-string";
import { ServiceError } from "../contract/define-service";

export type Tags = Readonly<Record<string, string>>;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html */
const most = { tags: 10, key: 128, value: 256 } as const;

export function countOf(tags: Tags): number {
  return Object.keys(tags).length;
}

/** The tags in the header of an upload: `state=new&owner=ada`. */
export function tagsInHeader(header: string | undefined): Tags {
  return checkedTags(parseQuery(header ?? ""));
}

/** The tags in the body of PutObjectTagging. */
export function tagsInBody(body: string): Tags {
  const entries = [...body.matchAll(/<Tag>([\s\S]*?)<\/Tag>/g)].map(([, tag = ""]): [string, string] => [
    textIn(tag, "Key"),
    textIn(tag, "Value"),
  ]);
  return checkedTags(entries);
}

export function tagsXml(tags: Tags): string {
  const entries = Object.entries(tags).map(
    ([key, value]) => `<Tag><Key>${escapeXml(key)}</Key><Value>${escapeXml(value)}</Value></Tag>`,
  );
  return `<Tagging xmlns="${s3Namespace}"><TagSet>${entries.join("")}</TagSet></Tagging>`;
}

function textIn(xml: string, name: string): string {
  return unescapeXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "");
}

function checkedTags(entries: readonly (readonly [string, string])[]): Tags {
  if (entries.length > most.tags)
    throw new ServiceError("BadRequest", "Object tags cannot be greater than 10", 400);
  if (new Set(entries.map(([key]) => key)).size < entries.length) {
    throw new ServiceError("InvalidTag", "Cannot provide multiple Tags with the same key", 400);
  }
  for (const [key, value] of entries) {
    if (key === "" || key.length > most.key) {
      throw new ServiceError("InvalidTag", "The TagKey you have provided is invalid", 400);
    }
    if (value.length > most.value) {
      throw new ServiceError("InvalidTag", "The TagValue you have provided is invalid", 400);
    }
  }
  return Object.fromEntries(entries);
}
