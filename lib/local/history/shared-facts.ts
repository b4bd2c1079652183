import type { Fact } from "./fact";
import type { History } from "./history";

/** Facts without secrets, which may leave this machine. */
export function sharedFacts(history: History, ids: readonly unknown[]): readonly Fact[] {
  const facts = ids.flatMap((id) => history.find(String(id)) ?? []);
  return history.secrets.newest().value(facts);
}
