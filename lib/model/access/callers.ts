import { byKind } from "../../facts/text/by-kind";
import type { CallerFact, RouteFact } from "./facts";

/** A caller in words: `scope notes.read of jwt`. */
const callerText = byKind<CallerFact, "type", [], string>("type", {
  anyone: () => "anyone",
  iam: () => "callers that sign their requests",
  key: () => "callers with an API key",
  token: ({ authorizer, scopes, groups }) => {
    const of = [
      ...(scopes.length > 0 ? [`the scope ${scopes.join(" or ")}`] : []),
      ...(groups.length > 0 ? [`the group ${groups.join(" or ")}`] : []),
    ];
    return `callers with a token of ${authorizer}${of.length > 0 ? ` and ${of.join(" and ")}` : ""}`;
  },
  function: ({ authorizer }) => `callers that ${authorizer} allows`,
});

export function callersText({ callers, needsApiKey, networks }: RouteFact): string {
  if (callers.length === 0) return "nobody";
  const who = callers.map(callerText).join(", or ");
  const key = needsApiKey ? (who === "anyone" ? "callers with an API key" : `${who}, with an API key`) : who;
  return [key, ...networks].join("; ");
}

/** Whether everyone on the internet may call a route. */
export function isOpen({ callers, needsApiKey, networks }: RouteFact): boolean {
  return !needsApiKey && networks.length === 0 && callers.some(({ type }) => type === "anyone");
}

/** The names by which `--who` finds a caller. */
export const callerNames = byKind<CallerFact, "type", [], readonly string[]>("type", {
  anyone: () => ["anyone"],
  iam: () => ["iam"],
  key: () => ["key"],
  token: ({ authorizer, issuers, audiences, scopes, groups }) => [
    authorizer,
    ...issuers,
    ...audiences,
    ...scopes,
    ...groups,
  ],
  function: ({ authorizer }) => [authorizer],
});
