import type { CloudfrontDistribution } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import { type TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { checkQuota } from "../../app";
import { isPlainObject } from "../../core/checks/check";
import { DependencyGraph } from "../../core/dependency-graph";
import { refuseValue } from "../../core/errors";
import { physicalName } from "../../core/names/name";
import { waitFor } from "../../core/terraform/depends-on";
import { type CdnOrigin, cdnOrigin, isBehindCdn } from "../../gateway";
import { fail } from "../errors";

/** A path pattern under a site's domain that leads to an API. */
export interface PlannedSiteRoute {
  readonly pattern: string;
  /** Id of the origin, the same for all routes to an API. */
  readonly originId: string;
  readonly origin: CdnOrigin;
}

/**
 * Refuses routes that cannot work, and sorts the others: a pattern comes before every pattern that matches all of its paths,
 * because CloudFront takes the first one that matches.
 *
 * @param pages - paths of the site that no route may take, such as `/index.html`
 */
export function planSiteRoutes(
  site: IConstruct,
  routes: unknown,
  pages: readonly string[],
): readonly PlannedSiteRoute[] {
  if (routes === undefined) return [];
  if (!isPlainObject(routes)) {
    return fail(site, "prop-invalid", "routes", { value: routes, expected: 'an object: { "/api/*": api }' });
  }
  const planned = Object.entries(routes).map(([pattern, api]) => planRoute(site, pattern, api, pages));
  // One behavior is the site's own.
  checkQuota(site, "routes", "behaviorsPerDistribution", "routes and other behaviors", planned.length + 1);
  planned.forEach((route, index) => {
    for (const other of planned.slice(0, index)) checkApart(site, route.pattern, other.pattern);
  });
  return sorted(planned);
}

function planRoute(
  site: IConstruct,
  pattern: string,
  api: unknown,
  pages: readonly string[],
): PlannedSiteRoute {
  const prop = `routes[${JSON.stringify(pattern)}]`;
  if (!isPathPattern(pattern)) fail(site, "site-route-pattern", prop, {});
  const hidden = pages.find((page) => coversPattern(pattern, page));
  if (hidden !== undefined) fail(site, "site-route-hides-site", prop, { page: hidden });
  if (!isBehindCdn(api)) {
    const expected = "an Api, RestV1Api, WebSocketApi, GraphQLApi or AppSyncApi";
    return refuseValue(site, prop, api, expected);
  }
  const origin = api[cdnOrigin]();
  if (origin.unreachable !== undefined) {
    fail(site, "site-route-unreachable", prop, { api: api.node.path, because: origin.unreachable });
  }
  return { pattern, originId: physicalName(api.node.path.split("/"), 128), origin };
}

function checkApart(site: IConstruct, a: string, b: string): void {
  const [first, second] = [coversPattern(a, b), coversPattern(b, a)];
  const isDecided = first !== second || !overlapsPattern(a, b);
  if (!isDecided) fail(site, "site-route-overlap", `routes[${JSON.stringify(a)}]`, { other: b });
}

/** The most specific first; routes that have nothing in common by name, so that the order of the caller does not matter. */
function sorted(routes: readonly PlannedSiteRoute[]): readonly PlannedSiteRoute[] {
  const rest = [...routes].sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
  const result: PlannedSiteRoute[] = [];
  while (rest.length > 0) {
    const next = rest.findIndex((route) =>
      rest.every((other) => other === route || !coversPattern(route.pattern, other.pattern)),
    );
    result.push(...rest.splice(Math.max(next, 0), 1));
  }
  return result;
}

/**
 * Makes a distribution wait for the routes, stages and resolvers of its APIs: it does not lead to a new API that has none yet.
 *
 * A function may in turn depend on the distribution, for example because its environment has the URL of the site. The routes and
 * resolvers that need such a function are created after the distribution.
 */
export function waitUntilServed(
  distribution: CloudfrontDistribution,
  routes: readonly PlannedSiteRoute[],
): void {
  const stack = TerraformStack.of(distribution);
  const isHere = (each: TerraformResource | undefined): each is TerraformResource =>
    each !== undefined && TerraformStack.of(each) === stack;
  const served = routes.flatMap(({ origin }) => origin.served()).filter(isHere);
  if (served.length === 0) return;
  const graph = new DependencyGraph(stack);
  waitFor(
    distribution,
    served.filter((each) => !graph.leadsTo(each, [distribution])),
  );
}

/**
 * Path patterns of CloudFront: `*` is any text, `?` any one letter.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html#DownloadDistValuesPathPattern
 */
const grammar = /^\/[A-Za-z0-9_\-.*$/~"'@:+&?]*$/;
const maxLength = 255;

/** Whether a text is a pattern of CloudFront that begins with a slash. */
export function isPathPattern(text: string): boolean {
  return grammar.test(text) && text.length <= maxLength;
}

/** Whether the first pattern matches every path that the second one matches. */
export function coversPattern(wide: string, narrow: string): boolean {
  return compare(wide, narrow, (left, right) => left === right || (left === "?" && right !== "*"), {
    rightMayBeEmpty: false,
  });
}

/** Whether some path matches both patterns. */
export function overlapsPattern(a: string, b: string): boolean {
  return compare(a, b, (left, right) => left === right || left === "?" || right === "?", {
    rightMayBeEmpty: true,
  });
}

/**
 * Compares two patterns letter by letter. A `*` of the first takes any part of the second.
 *
 * @param rightMayBeEmpty - whether a `*` of the second may take a part of the first, too
 */
function compare(
  a: string,
  b: string,
  fits: (left: string, right: string) => boolean,
  { rightMayBeEmpty }: { readonly rightMayBeEmpty: boolean },
): boolean {
  const known = new Map<number, boolean>();
  const from = (i: number, j: number): boolean => {
    const key = i * (b.length + 1) + j;
    const found = known.get(key) ?? decide(i, j);
    known.set(key, found);
    return found;
  };
  const decide = (i: number, j: number): boolean => {
    const [left, right] = [a[i], b[j]];
    if (left === undefined && right === undefined) return true;
    if (left === "*" && (from(i + 1, j) || (right !== undefined && from(i, j + 1)))) return true;
    if (rightMayBeEmpty && right === "*" && (from(i, j + 1) || (left !== undefined && from(i + 1, j))))
      return true;
    if (left === undefined || right === undefined || left === "*" || right === "*") return false;
    return fits(left, right) && from(i + 1, j + 1);
  };
  return from(0, 0);
}
