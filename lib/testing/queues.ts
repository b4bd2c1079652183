import { fail } from "../cli/errors";
import type { Local, LocalQueue } from "../local";
import { constructPathOf, requireText } from "../model";
import type { AsyncWork } from "./async-work";

/** The queue of the app with a name, a construct path or the end of one. */
export function requireQueue(
  { model, queues }: Pick<Local, "model" | "queues">,
  wanted: string,
): ConsumedQueue {
  const all = model.ofType("aws_sqs_queue");
  const found = all.find((each) => {
    const path = constructPathOf(each);
    return [requireText(each.values, "name"), path].includes(wanted) || path.endsWith(`/${wanted}`);
  });
  const arn = found && requireText(found.values, "arn");
  const queue = arn === undefined ? undefined : queues?.byArn(arn);
  if (queue === undefined)
    return fail("serveLocal", "part-not-found", "queue", {
      part: "queue",
      value: wanted,
      parts: all.map(constructPathOf),
    });
  const isConsumed = [
    ...model.ofType("aws_lambda_event_source_mapping"),
    ...model.ofType("aws_pipes_pipe"),
  ].some(({ values }) => [values.event_source_arn, values.source].includes(arn));
  return { queue, isConsumed };
}

interface ConsumedQueue {
  readonly queue: LocalQueue;
  /** Whether a function or a pipe takes its messages. */
  readonly isConsumed: boolean;
}

/** A queue of the server. */
export class TestQueue {
  /** @internal */
  constructor(
    private readonly consumed: ConsumedQueue,
    private readonly work: AsyncWork,
  ) {}

  /** The bodies of the messages in the queue, those in flight and delayed too, in their order. */
  messages(): readonly string[] {
    return this.consumed.queue.content().map(({ body }) => body);
  }

  /**
   * Empties the queue. The consumer of the queue processes the messages, delayed ones and retries too; the clock advances to them. If
   * the queue has no consumer, such as most dead-letter queues, the messages are taken out.
   *
   * @returns the bodies of the messages that were taken out. Empty for a queue with a consumer
   * @throws ServerformError with the code `local-not-settled` if a message always fails, and goes to no dead-letter queue
   */
  async drain(): Promise<readonly string[]> {
    const { queue, isConsumed } = this.consumed;
    if (isConsumed) {
      await this.work.settled(drainWithinMs, () => queue.pending());
      return [];
    }
    const bodies = this.messages();
    queue.removeAll();
    return bodies;
  }
}

/** The default time limit of `settled`. */
const drainWithinMs = 60 * 60_000;
