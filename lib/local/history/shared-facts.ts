import type { Fact } from "./fact";
import type { History } from "./history";

/** Facts as they may leave this machine: without secrets. */
export function sharedFacts(history: History, ids: readonly unknown[]): readonly Fact[] {
  const facts = ids.flatMap((id) => history.find(String(id)) ?? []);
  return history.secrets.newest().value(facts);
}
