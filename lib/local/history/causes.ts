import { AsyncLocalStorage } from "node:async_hooks";
import { randomText } from "../../invoke";

const running = new AsyncLocalStorage<readonly string[]>();
const none: readonly string[] = [];

/** Ids of the facts that cause what happens now; none outside of any fact. */
export function currentCauses(): readonly string[] {
  return running.getStore() ?? none;
}

/** Runs something that these facts cause, with all that it begins. */
export function withCauses<Result>(causes: readonly string[], run: () => Result): Result {
  return running.run(causes, run);
}

/** The causes of a batch, each once. */
export function causesOf(
  items: readonly { readonly causes?: readonly string[] | undefined }[],
): readonly string[] {
  const [first] = items;
  if (items.length === 1) return first?.causes ?? none;
  return [...new Set(items.flatMap(({ causes = none }) => causes))];
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
