import type { IConstruct } from "constructs";
import { literalName } from "../../core/literal-name";
import { fail } from "./errors";

/** Refuses a name that does not say what the queue is; AWS would, too. */
export function checkFifoName(where: IConstruct, prop: string, name: unknown, isFifo: boolean): void {
  const value = literalName(name);
  if (value !== undefined && value.endsWith(".fifo") !== isFifo) {
    fail(where, "queue-name-fifo", prop, { value, isFifo });
  }
}
