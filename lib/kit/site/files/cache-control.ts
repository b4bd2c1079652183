import type { IConstruct } from "constructs";
import { matchesWildcard } from "../../../facts/aws/wildcards";
import { mapTogether } from "../../../facts/errors/problems";
import { checkKeys } from "../../core/checks/check";
import { checkKnownList, parseItems } from "../../core/checks/list";
import { refuseValue } from "../../core/errors";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import { fileOptionKeys, type SiteFileOptions } from "../props";

/** Pages are requested each time; scripts and styles have a hash in their name. */
const defaultFileOptions: readonly SiteFileOptions[] = [
  { exclude: "*", include: "*.html", cacheControl: "max-age=0,no-cache,no-store,must-revalidate" },
  { exclude: "*", include: ["*.js", "*.css"], cacheControl: "max-age=31536000,public,immutable" },
];

/** The `Cache-Control` of a file; undefined if no entry selects it. */
export type CacheControlOf = (file: string) => string | undefined;

/** Refuses entries that cannot work. */
export function planCacheControl(
  site: IConstruct,
  given: readonly SiteFileOptions[] = defaultFileOptions,
): CacheControlOf {
  const prop = "fileOptions";
  const entries = mapTogether(parseItems(site, prop, given), (entry, index) => {
    const at = `${prop}[${index}]`;
    checkKeys(site, at, entry, fileOptionKeys);
    const key = fileOptionKeys.find((each) => entry[each] === undefined);
    if (key !== undefined) fail(site, "site-file-options-needed", at, { key });
    checkHeader(site, `${at}.cacheControl`, entry.cacheControl);
    return {
      excludes: matcherOf(site, `${at}.exclude`, entry.exclude),
      includes: matcherOf(site, `${at}.include`, entry.include),
      cacheControl: entry.cacheControl,
    };
  });
  return (file) =>
    entries.findLast(({ excludes, includes }) => !excludes(file) || includes(file))?.cacheControl;
}

const maxHeaderLength = 1024;

function checkHeader(site: IConstruct, prop: string, value: string): void {
  if (/^[\x21-\x7e][\x20-\x7e]*$/.test(value) && value.length <= maxHeaderLength) return;
  const expected = 'the value of the header: "max-age=3600"';
  refuseValue(site, prop, value, expected);
}

function matcherOf(site: IConstruct, prop: string, given: unknown): (file: string) => boolean {
  const patterns = typeof given === "string" ? [given] : (given as readonly unknown[]);
  const isPattern = (each: unknown) => typeof each === "string" && !isUnresolved(each);
  if (!Array.isArray(patterns) || !patterns.every(isPattern)) {
    const expected = 'a pattern such as "*.html", or an array of patterns';
    return refuseValue(site, prop, given, expected);
  }
  checkKnownList(site, prop, patterns);
  return (file) => patterns.some((each: string) => matchesWildcard(each, file));
}
