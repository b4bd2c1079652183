import { byKind } from "../../facts/text/by-kind";
import type { Ability, CallerFact } from "../../model";
import { factsIn, type JsonSource } from "./read-source";
import { requireRoute } from "./routes";

/** A caller, by its tokens and keys. */
export interface RouteCaller {
  /** The name of an authorizer whose tokens or credentials the caller has: `members`. @default - none */
  readonly authorizer?: string;
  /** Scopes of the token. @default - none */
  readonly scopes?: readonly string[];
  /** Groups of the user. @default - none */
  readonly groups?: readonly string[];
  /** Whether the caller has an API key. @default false */
  readonly hasKey?: boolean;
  /** Whether the caller signs requests with credentials of AWS. @default false */
  readonly signs?: boolean;
}

/**
 * Whether a caller may call a route. `may` if something decides that the JSON does not tell: the code of an authorizer, the
 * permissions of a caller who signs, or the network.
 *
 * @param route - `GET /notes/{id}`, as it is written in the app; with the API before it, if several have it: `Api GET /notes`
 * @param who - "anyone": a caller without a token, key or signature
 * @throws ServerformError with the code `part-not-found` or `local-several`
 */
export function mayCall(source: JsonSource, route: string, who: "anyone" | RouteCaller): Ability {
  const { callers, needsApiKey, networks } = requireRoute(factsIn(source).routes, route, "mayCall");
  const caller = who === "anyone" ? {} : who;
  if (needsApiKey && caller.hasKey !== true) return "no";
  const abilities = callers.map((each) => abilityAs(each, caller));
  const best = (["yes", "may"] as const).find((each) => abilities.includes(each)) ?? "no";
  return best === "yes" && networks.length > 0 ? "may" : best;
}

const abilityAs = byKind<CallerFact, "type", [RouteCaller], Ability>("type", {
  anyone: () => "yes",
  iam: (_, { signs = false }) => (signs ? "may" : "no"),
  key: (_, { hasKey = false }) => (hasKey ? "yes" : "no"),
  token: (needed, { authorizer, scopes = [], groups = [] }) =>
    authorizer === needed.authorizer && hasOne(scopes, needed.scopes) && hasOne(groups, needed.groups)
      ? "yes"
      : "no",
  function: (needed, { authorizer }) => (authorizer === needed.authorizer ? "may" : "no"),
});

/** Whether a required entry is present, if any is required. */
const hasOne = (own: readonly string[], needed: readonly string[]): boolean =>
  needed.length === 0 || needed.some((each) => own.includes(each));
