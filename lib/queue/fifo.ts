import type { IConstruct } from "constructs";
import { fail } from "../shared/errors";
import { literalName } from "../shared/policy-source";

/** What a queue's provider object or config says of itself. */
interface QueueFacts {
  readonly fifoQueueInput?: unknown;
  readonly nameInput?: string;
}

/** Whether a provider's queue is FIFO; undefined when that is known at deployment only. */
export function isFifoQueue(queue: IConstruct): boolean | undefined {
  const { fifoQueueInput, nameInput } = queue as QueueFacts;
  if (fifoQueueInput === true) return true;
  const name = literalName(nameInput);
  if (name !== undefined) return name.endsWith(".fifo");
  return "fifoQueueInput" in queue ? false : undefined;
}

/** Refuses a name that does not say what the queue is; AWS would, too. */
export function checkFifoName(where: IConstruct, prop: string, name: unknown, isFifo: boolean): void {
  const value = literalName(name);
  if (value !== undefined && value.endsWith(".fifo") !== isFifo) {
    fail(where, "queue-name-fifo", prop, { value, isFifo });
  }
}
