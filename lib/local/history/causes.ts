import { AsyncLocalStorage } from "node:async_hooks";
import { randomText } from "../../invoke";

const running = new AsyncLocalStorage<readonly string[]>();
const none: readonly string[] = [];

/** Stands for the fact that something would be which is not recorded. A trace header can have it as its parent. */
export const unrecordedId = "f".repeat(16);
/** The causes of all that something causes which is not recorded. It is not recorded either. */
export const unrecorded: readonly string[] = [unrecordedId];

export function areRecorded(causes: readonly string[]): boolean {
  return causes[0] !== unrecordedId || causes.length > 1;
}

/** Ids of the facts that cause what happens now; none outside of any fact. */
export function currentCauses(): readonly string[] {
  return running.getStore() ?? none;
}

/** Runs something that these facts cause, with all that it begins. */
export function withCauses<Result>(causes: readonly string[], run: () => Result): Result {
  return running.run(causes, run);
}

/** The causes of a batch, each once. It is recorded if one of its items is. */
export function causesOf(
  items: readonly { readonly causes?: readonly string[] | undefined }[],
): readonly string[] {
  const [first] = items;
  if (items.length === 1) return first?.causes ?? none;
  const all = new Set(items.flatMap(({ causes = none }) => causes));
  if (all.size > 1) all.delete(unrecordedId);
  return [...all];
}

/** The header with which a gateway of this server names what it serves to a service of this server. */
export const causeHeader = "x-serverform-cause";

/** Headers for a request to a service of this server. */
export function causeHeaders(): Readonly<Record<string, string>> {
  const [cause] = currentCauses();
  return cause === undefined ? {} : { [causeHeader]: cause };
}

/** A new id of a fact. It can be the parent in a trace header. */
export function newFactId(): string {
  return randomText(8, "hex");
}
