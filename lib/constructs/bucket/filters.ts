import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, checkList, checkLiteral, isPlainObject } from "../../core/check";
import { fail } from "./errors";
import { type BucketEvent, bucketEventLiterals, bucketEvents, eventsMeet } from "./events";
import type { BucketFilter } from "./props";

/** What a notification tells of. */
export interface NotificationScope {
  /** As S3 writes them, sorted. */
  readonly events: readonly string[];
  /** `""` for any. */
  readonly prefix: string;
  readonly suffix: string;
}

/** Reads events and filters of a notification. */
export function parseNotificationScope(
  bucket: Construct,
  prop: string,
  options: Readonly<Record<string, unknown>>,
): NotificationScope {
  const { events: written = ["object_created", "object_removed"], filters = [] } = options as {
    readonly events?: readonly BucketEvent[];
    readonly filters?: readonly BucketFilter[];
  };
  checkList(bucket, `${prop}.events`, written);
  if (written.length === 0) {
    fail(bucket, "prop-required", `${prop}.events`, {
      remedy: 'Name at least one: events: ["object_created"].',
    });
  }
  written.forEach((each, index) => {
    checkLiteral(bucket, `${prop}.events[${index}]`, each, bucketEventLiterals);
  });
  const events = [...new Set(written.map((each) => bucketEvents[each]))].sort();
  return { events, ...parseFilters(bucket, `${prop}.filters`, filters) };
}

function parseFilters(bucket: Construct, prop: string, filters: readonly BucketFilter[]) {
  checkList(bucket, prop, filters);
  filters.forEach((filter: unknown, index) => {
    const at = `${prop}[${index}]`;
    if (!isPlainObject(filter))
      fail(bucket, "prop-invalid", at, { value: filter, expected: '{ prefix: "images/" }' });
    checkKeys(bucket, at, filter, ["prefix", "suffix"]);
    if (filter.prefix === undefined && filter.suffix === undefined)
      fail(bucket, "bucket-filter-empty", at, {});
  });
  const one = (part: "prefix" | "suffix"): string => {
    const [first = "", ...more] = filters.flatMap((filter) => filter[part] ?? []);
    if (more.length > 0) fail(bucket, "bucket-filter-twice", prop, { part });
    if (typeof first !== "string")
      fail(bucket, "prop-invalid", prop, { value: first, expected: `a text as ${part}` });
    return first;
  };
  return { prefix: one("prefix"), suffix: one("suffix") };
}

/**
 * The event that two notifications tell of for the same objects, which S3 refuses; undefined when there is none, or none
 * is known.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-filtering.html
 */
export function commonEvent(one: NotificationScope, other: NotificationScope): string | undefined {
  if (!affixesMeet(one.prefix, other.prefix, "startsWith")) return undefined;
  if (!affixesMeet(one.suffix, other.suffix, "endsWith")) return undefined;
  return one.events.find((event) => other.events.some((each) => eventsMeet(event, each)));
}

/** Whether there are keys with both prefixes, or with both suffixes; of references nothing is known. */
export function affixesMeet(one: string, other: string, how: "startsWith" | "endsWith"): boolean {
  if (one === other) return true;
  if (Token.isUnresolved(one) || Token.isUnresolved(other)) return one === "" || other === "";
  return one[how](other) || other[how](one);
}
