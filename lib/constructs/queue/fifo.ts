import type { IConstruct } from "constructs";
import { literalName } from "../../kit/core/tokens/literal-name";
import { fail } from "./errors";

/** Refuses a FIFO queue whose name does not end in .fifo, and the reverse, as AWS does. */
export function checkFifoName(where: IConstruct, prop: string, name: unknown, isFifo: boolean): void {
  const value = literalName(name);
  if (value !== undefined && value.endsWith(".fifo") !== isFifo) {
    fail(where, "queue-name-fifo", prop, { value, isFifo });
  }
}
