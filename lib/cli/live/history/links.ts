import type { Fact } from "../../../local/history/fact";
import type { History } from "../../../local/history/history";
import { Newest } from "../../../local/history/newest";

/** As many ids are known: those of the last minutes of a busy stage. */
const maxIds = 20_000;

/** The maximum number of invocations that wait for the sender of one id. */
const maxEarly = 100;

/** A fact by the id that AWS gave to a message, an event or a request. */
interface Link {
  readonly id: string;
  readonly fact: string;
}

/**
 * Joins the invocations of this machine by the ids that AWS gives to messages, events and requests.
 *
 * A call here has the id in its answer, and the invocation that it causes has it in its event.
 */
export class Links {
  private readonly senders = new Newest<Link>();
  /** The first invocation of each function that got an id. */
  private readonly receivers = new Newest<Link>();
  /** The functions that got an id before the answer of its sender came: a function is invoked while its caller waits. */
  private readonly early = new Newest<{ readonly id: string; readonly facts: string[] }>();

  constructor(private readonly history: History) {}

  /** The facts that have sent these ids. For those that came from elsewhere, the earlier attempt of the same function. */
  causesOf(functionName: string, ids: readonly string[]): readonly string[] {
    const found = ids.flatMap((id) => {
      const link = this.senders.get(id) ?? this.receivers.get(keyOf(functionName, id));
      return link !== undefined && this.history.find(link.fact) !== undefined ? [link.fact] : [];
    });
    return [...new Set(found)];
  }

  /** An invocation has got these ids. */
  receive(fact: string, functionName: string, ids: readonly string[]): void {
    for (const id of ids) {
      add(this.receivers, { id: keyOf(functionName, id), fact });
      if (this.senders.has(id)) continue;
      const early = this.early.get(id);
      if (early === undefined) add(this.early, { id, facts: [fact] });
      else if (early.facts.length < maxEarly) early.facts.push(fact);
    }
  }

  /** A call has sent these ids. */
  send(fact: string, ids: readonly string[]): void {
    for (const id of ids) {
      add(this.senders, { id, fact });
      for (const each of this.early.get(id)?.facts ?? []) this.addCause(each, fact);
    }
  }

  private addCause(id: string, cause: string): void {
    const effect = this.history.find(id);
    if (effect === undefined || effect.causes.length > 0) return;
    this.history.put({ ...effect, causes: [cause] } as Fact);
  }
}

const keyOf = (functionName: string, id: string): string => `${functionName} ${id}`;

/** The first that has an id stays. */
function add<Item extends { readonly id: string }>(all: Newest<Item>, item: Item): void {
  if (all.has(item.id)) return;
  all.add(item);
  if (all.size > maxIds) all.takeOldest();
}
