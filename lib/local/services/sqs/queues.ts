import { text, type Values } from "../../../model";
import { newFactId, withCauses } from "../../history/causes";
import { isInCalledRegion, nameOfFile } from "../contract/call-region";
import { notInApp } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";
import type { DeliveryReceiver, EventSources, ServiceContext } from "../contract/service";
import { StateFile } from "../contract/state-file";
import type { Message } from "./message";
import { MoveTasks } from "./move-tasks";
import { LocalQueue } from "./queue";
import { QueueConsumer } from "./queue-consumer";
import { queueSettings } from "./settings";

/** The queues of the model, in memory. */
export class SqsQueues extends ModelResources {
  readonly receiver: DeliveryReceiver = {
    action: "sqs:SendMessage",
    accept: async ({ targetArn, ...message }) => {
      const queue = this.queues.get(targetArn);
      const { body, attributes, groupId, deduplicationId, traceHeader } = message;
      queue?.send({ body, attributes, groupId, deduplicationId, traceHeader });
      return queue !== undefined;
    },
  };
  readonly eventSource: EventSources = {
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
    actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
    consume: (mapping, context) => {
      const queue = this.queues.get(mapping.sourceArn);
      return queue && new QueueConsumer(mapping, queue, context);
    },
  };
  readonly moves: MoveTasks;
  private readonly queues = new Map<string, LocalQueue>();

  constructor(context: ServiceContext) {
    super(context);
    this.moves = new MoveTasks(this, context.clock);
    this.take();
  }

  /** The queue that `QueueUrl` or `QueueName` names. */
  named(input: Values): LocalQueue {
    const url = text(input, "QueueUrl");
    const name = url === undefined ? text(input, "QueueName") : url.split("/").at(-1);
    const queue = this.here.find(({ settings }) => settings.name === name);
    if (queue !== undefined) return queue;
    const error = { code: "QueueDoesNotExist", status: 400 };
    throw notInApp("sqs", "queue", name ?? "", "The specified queue does not exist.", error);
  }

  /** URLs of the queues whose names begin with a prefix. */
  urls(prefix: string): readonly string[] {
    const queues = this.here.filter(({ settings }) => settings.name.startsWith(prefix));
    return queues.map(({ settings }) => settings.url).sort();
  }

  /** The queues of the region of the request. */
  private get here(): readonly LocalQueue[] {
    return [...this.queues].flatMap(([arn, queue]) => (isInCalledRegion(this.model, arn) ? [queue] : []));
  }

  byArn(arn: string): LocalQueue | undefined {
    return this.queues.get(arn);
  }

  sourcesOf(arn: string): readonly LocalQueue[] {
    return [...this.queues.values()].filter(({ settings }) => settings.redrive?.targetArn === arn);
  }

  async stop(): Promise<void> {
    this.moves.stop();
    for (const queue of this.queues.values()) queue.signal.raise();
    await Promise.all([...this.queues.values()].map((queue) => queue.settled()));
    this.queues.clear();
  }

  protected override take(): void {
    const wanted = queueSettings(this.model);
    for (const arn of this.queues.keys()) if (!wanted.has(arn)) this.queues.delete(arn);
    for (const [arn, settings] of wanted) {
      const known = this.queues.get(arn);
      if (known !== undefined) known.settings = settings;
      else
        this.queues.set(
          arn,
          new LocalQueue(
            settings,
            this.context.clock,
            (to, message) => this.redrive(arn, to, message),
            new StateFile(this.context.dataFolder, "sqs", nameOfFile(this.model, arn, settings.name)),
          ),
        );
    }
  }

  private redrive(sourceArn: string, targetArn: string, message: Message): void {
    const source = `queue ${sourceArn.split(":").at(-1)}`;
    const text = `A message of ${source} reached its maximum receive count: it moves to ${targetArn}.`;
    const fact = newFactId();
    withCauses(message.causes ?? [], () =>
      this.context.report({ event: "delivery", kind: "dead-letter", source, target: targetArn, fact, text }),
    );
    this.queues.get(targetArn)?.takeDeadLetter({ ...message, causes: [fact] }, sourceArn);
  }
}
