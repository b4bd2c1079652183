import type { AccessDecision } from "../../model/iam/decide";
import type { LocalSession } from "../wire/local-credentials";
import type { NeededAccess } from "./needed-access";

/** Sessions and requests choose the texts, so that their number is limited. */
const maxCalls = 1000;

/**
 * Condition keys that are the same for every request of a session: conditions with others, such as the time or the key of
 * an item, are decided each time.
 */
const stableKey =
  /^aws:(?:securetransport|principal(?:arn|account|type|isawsservice|tag\/.*)|userid|viaawsservice|federatedprovider)$|^[^:/][^:/.]*\.[^:/]+(?:\/[^:]*)?:\w+$/;

/** Whether the value of a condition key cannot change between two requests of a session. */
export function isStableKey(key: string): boolean {
  return stableKey.test(key.toLowerCase());
}

/** The calls that a session may make, as far as they have been decided by facts that do not change. */
export class AllowedCalls {
  private bySession = new WeakMap<LocalSession, Map<string, AccessDecision>>();

  /** The decision that allows a call; undefined where it must be decided. */
  find(session: LocalSession, needed: NeededAccess): AccessDecision | undefined {
    return this.bySession.get(session)?.get(keyOf(needed));
  }

  add(session: LocalSession, needed: NeededAccess, decision: AccessDecision): void {
    const calls = this.bySession.get(session) ?? new Map();
    this.bySession.set(session, calls);
    if (calls.size < maxCalls) calls.set(keyOf(needed), decision);
  }

  clear(): void {
    this.bySession = new WeakMap();
  }
}

const keyOf = ({ action, resource }: NeededAccess): string => `${action} ${resource}`;
