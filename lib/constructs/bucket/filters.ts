import type { Construct } from "constructs";
import {
  checkKnownList,
  checkKnownLiteral,
  checkLimit,
  checkObject,
  isUnresolved,
  refuseValue,
  textLimit,
} from "../../kit/core";
import { fail } from "./errors";
import { type BucketEvent, bucketEventLiterals, bucketEvents, eventsOverlap } from "./events";
import type { BucketFilter } from "./props";

/** The events and objects that a notification is about. */
export interface NotificationScope {
  /** S3's names of the events, sorted. */
  readonly events: readonly string[];
  /** `""` for any. */
  readonly prefix: string;
  readonly suffix: string;
}

/** Parses the events and filters of a notification. */
export function parseNotificationScope(
  bucket: Construct,
  prop: string,
  options: Readonly<Record<string, unknown>>,
): NotificationScope {
  const { events: written = ["object_created", "object_removed"], filters = [] } = options as {
    readonly events?: readonly BucketEvent[] | undefined;
    readonly filters?: readonly BucketFilter[] | undefined;
  };
  checkKnownList(bucket, `${prop}.events`, written);
  if (written.length === 0) {
    fail(bucket, "prop-required", `${prop}.events`, {
      remedy: 'Write at least one: events: ["object_created"].',
    });
  }
  written.forEach((each, index) => {
    checkKnownLiteral(bucket, `${prop}.events[${index}]`, each, bucketEventLiterals);
  });
  const events = [...new Set(written.map((each) => bucketEvents[each]))].sort();
  return { events, ...parseFilters(bucket, `${prop}.filters`, filters) };
}

const filterLimit = textLimit(
  "https://docs.aws.amazon.com/AmazonS3/latest/API/API_FilterRule.html",
  1024,
  /^/,
  "a string",
  0,
);

function parseFilters(bucket: Construct, prop: string, filters: readonly BucketFilter[]) {
  checkKnownList(bucket, prop, filters);
  filters.forEach((filter: unknown, index) => {
    const at = `${prop}[${index}]`;
    checkObject(bucket, at, filter, ["prefix", "suffix"], '{ prefix: "images/" }');
    if (filter.prefix === undefined && filter.suffix === undefined)
      fail(bucket, "bucket-filter-empty", at, {});
  });
  const one = (part: "prefix" | "suffix"): string => {
    const [first = "", ...more] = filters.flatMap((filter) => filter[part] ?? []);
    if (more.length > 0) fail(bucket, "bucket-filter-twice", prop, { part });
    if (typeof first !== "string") refuseValue(bucket, prop, first, `a string as ${part}`);
    checkLimit(bucket, `${prop}[0].${part}`, first, filterLimit);
    return first;
  };
  return { prefix: one("prefix"), suffix: one("suffix") };
}

/**
 * An event that two notifications have in common for the same objects, which S3 refuses; undefined without one, or
 * if it is not known.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-filtering.html
 */
export function commonEvent(one: NotificationScope, other: NotificationScope): string | undefined {
  if (!affixesOverlap(one.prefix, other.prefix, "startsWith")) return undefined;
  if (!affixesOverlap(one.suffix, other.suffix, "endsWith")) return undefined;
  return one.events.find((event) => other.events.some((each) => eventsOverlap(event, each)));
}

/** Whether a key can have both prefixes, or both suffixes. The values of references are not known. */
export function affixesOverlap(one: string, other: string, how: "startsWith" | "endsWith"): boolean {
  if (one === other) return true;
  if (isUnresolved(one) || isUnresolved(other)) return one === "" || other === "";
  return one[how](other) || other[how](one);
}
