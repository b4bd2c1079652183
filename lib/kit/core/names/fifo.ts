import { isProviderObject } from "../terraform/override";
import { isUnresolved, literalName } from "../tokens/unresolved";

/** Whether a queue or topic of the provider is FIFO; undefined when that is known only at deployment. */
export function isFifo(object: unknown): boolean | undefined {
  if (!isProviderObject(object)) return undefined;
  const facts = object as unknown as Readonly<Record<string, unknown>>;
  const input = ["fifoQueueInput", "fifoTopicInput"].find((key) => key in facts);
  // For a data source, only the name is known.
  if (input === undefined) return literalName(facts.nameInput)?.endsWith(".fifo");
  const given = facts[input] ?? false;
  return typeof given === "boolean" ? given : undefined;
}

/** Accepts a construct, a provider object or an ARN. False if the type is unknown. */
export function isFifoTarget(target: unknown): boolean {
  if (typeof target === "string") return !isUnresolved(target) && target.endsWith(".fifo");
  const { cdk } = Object(target) as { readonly cdk?: Readonly<Record<string, unknown>> | undefined };
  return isFifo(cdk?.queue ?? cdk?.topic ?? target) === true;
}
