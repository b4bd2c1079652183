import { callersText, isOpen } from "../access/callers";
import type { AccessFacts, CallerFact, RouteFact } from "../access/facts";
import { laterAddress, versionPairs } from "./pairs";
import { type AccessTerm, termOf } from "./terms";

export function compareRoutes(before: AccessFacts, after: AccessFacts): readonly AccessTerm[] {
  const pairs = versionPairs(
    before.routes,
    after.routes,
    (route) => `${laterAddress(after)(route)} ${verbOf(route)}`,
    (route) => `${route.address} ${verbOf(route)}`,
    ({ kind, api, key }) => `${kind} ${api} ${key}`,
  );
  const apis = new Set([...before.routes, ...after.routes].map(({ kind, api }) => `${kind} ${api}`));
  const words: RouteWords = {
    name: ({ key, api, kind }) =>
      kind === "URL" ? `the URL of ${api}` : apis.size > 1 ? `${key} of ${api}` : key,
    target: (route, facts) => targetName(route, facts),
  };
  return pairs.flatMap(({ before: old, after: next }) => {
    if (next === undefined) return old === undefined ? [] : [termOf(old, `${words.name(old)} is removed`)];
    if (old === undefined) return [addedRoute(next, words)];
    return changedRoute(old, next, words, [words.target(old, before), words.target(next, after)]);
  });
}

/** A channel has two routes in one resource. */
const verbOf = ({ kind, key }: RouteFact): string => (kind === "Events" ? key : "");

interface RouteWords {
  name(route: RouteFact): string;
  target(route: RouteFact, facts: AccessFacts): string;
}

function targetName({ target }: RouteFact, { functions }: AccessFacts): string {
  if (target.type === "other") return target.text;
  return (
    functions.find(({ arn }) => target.arn === arn || target.arn.startsWith(`${arn}:`))?.name ?? target.arn
  );
}

function addedRoute(route: RouteFact, { name }: RouteWords): AccessTerm {
  if (isOpen(route)) return termOf(route, `${name(route)} is added, and is public`, { isOpening: true });
  return termOf(route, `${name(route)} is added, for ${callersText(route)}`);
}

function changedRoute(
  old: RouteFact,
  next: RouteFact,
  { name }: RouteWords,
  [oldTarget, nextTarget]: readonly [string, string],
): readonly AccessTerm[] {
  const terms: AccessTerm[] = [];
  const [route, was] = [name(next), name(old)];
  if (old.key !== next.key) {
    // Another path: its callers could not call it before.
    const isOpening = isOpen(next);
    terms.push(termOf(next, `${was} is ${route} now${isOpening ? ", and is public" : ""}`, { isOpening }));
  }
  const isOpening = admitsMore(old, next);
  if (isOpening && isOpen(next) && !isOpen(old))
    terms.push(termOf(next, `${route} becomes public`, { isOpening }));
  else if (isOpening || callersText(old) !== callersText(next) || admitsMore(next, old)) {
    const [from, to] = [callersText(old), callersText(next)];
    const text =
      from === to
        ? `${route} is for others now: ${differenceText(old, next)}`
        : `${route} is for ${to} now, instead of ${from}`;
    terms.push(termOf(next, text, { isOpening }));
  }
  if (oldTarget !== nextTarget)
    terms.push(termOf(next, `${route} leads to ${nextTarget} now, instead of ${oldTarget}`));
  return terms;
}

/** Whether a route may be called by someone who could not call it before. */
function admitsMore(before: RouteFact, after: RouteFact): boolean {
  if (after.callers.length === 0) return false;
  if (before.needsApiKey && !after.needsApiKey) return true;
  if (before.networks.some((each) => !after.networks.includes(each))) return true;
  return after.callers.some((caller) => !before.callers.some((other) => admits(other, caller)));
}

/** Whether every caller that matches one fact also matches the other. */
function admits(wide: CallerFact, narrow: CallerFact): boolean {
  if (wide.type === "anyone") return true;
  if (wide.type === "token" && narrow.type === "token") {
    // An empty list accepts everything.
    const isWithin = (list: readonly string[], others: readonly string[]): boolean =>
      others.length === 0 || (list.length > 0 && list.every((each) => others.includes(each)));
    return (
      narrow.issuers.every((each) => wide.issuers.includes(each)) &&
      isWithin(narrow.audiences, wide.audiences) &&
      isWithin(narrow.scopes, wide.scopes) &&
      isWithin(narrow.groups, wide.groups)
    );
  }
  if (wide.type === "function" && narrow.type === "function")
    return (
      wide.functionArn === narrow.functionArn && wide.sources.every((each) => narrow.sources.includes(each))
    );
  return wide.type === narrow.type;
}

/** The parts of the authorizer that differ. */
function differenceText(old: RouteFact, next: RouteFact): string {
  const parts = (route: RouteFact): readonly string[] =>
    route.callers.flatMap((caller) =>
      Object.entries(caller).map(([key, value]) => `${key} ${[value].flat().join(", ") || "any"}`),
    );
  const [from, to] = [parts(old), parts(next)];
  const added = to.filter((each) => !from.includes(each));
  const removed = from.filter((each) => !to.includes(each));
  return `${added.join("; ")}${removed.length > 0 ? `, instead of ${removed.join("; ")}` : ""}`;
}
