import type { Model } from "../../model/model";
import { text } from "../../model/values";
import { answerJson, inputOf, refuseJson } from "../contract/json-protocol";
import type { Delivery, Service, ServiceContext, ServiceRequest, ServiceResponse } from "../contract/service";
import { queueOperations, SqsError } from "./operations";
import { LocalQueue, type Message } from "./queue";
import { queueSettings } from "./settings";

/** The queues of the model, in memory. */
export class SqsService implements Service {
  readonly signingName = "sqs";
  private readonly queues = new Map<string, LocalQueue>();

  constructor(private readonly context: ServiceContext) {
    this.take(context.model);
  }

  /** A queue by its ARN, for its consumers. */
  find(arn: string): LocalQueue | undefined {
    return this.queues.get(arn);
  }

  async handle({ operation = "", body }: ServiceRequest): Promise<ServiceResponse> {
    const input = inputOf(body);
    if (operation === "ListQueues") return answerJson("1.0", this.list(text(input, "QueueNamePrefix") ?? ""));
    const run = Object.hasOwn(queueOperations, operation) ? queueOperations[operation] : undefined;
    if (run === undefined) {
      return failed("NotEmulated", `serverform local does not emulate ${operation} of sqs.`);
    }
    const queue = this.named(input);
    if (queue === undefined) {
      return failed("QueueDoesNotExist", "The specified queue does not exist.");
    }
    try {
      return answerJson("1.0", await run(queue, input));
    } catch (error) {
      if (error instanceof SqsError) return failed(error.code, error.message);
      throw error;
    }
  }

  async accept({ targetArn, body, attributes, groupId, deduplicationId }: Delivery): Promise<void> {
    this.queues.get(targetArn)?.send({ body, attributes, groupId, deduplicationId });
  }

  async replace(model: Model): Promise<void> {
    this.take(model);
  }

  async stop(): Promise<void> {
    for (const queue of this.queues.values()) queue.signal.raise();
    this.queues.clear();
  }

  private take(model: Model): void {
    const wanted = queueSettings(model);
    for (const arn of this.queues.keys()) if (!wanted.has(arn)) this.queues.delete(arn);
    for (const [arn, settings] of wanted) {
      const known = this.queues.get(arn);
      if (known !== undefined) known.settings = settings;
      else
        this.queues.set(
          arn,
          new LocalQueue(settings, this.context.clock, (to, message) => this.redrive(to, message)),
        );
    }
  }

  private redrive(targetArn: string, { body, attributes, groupId, deduplicationId, id }: Message): void {
    this.queues.get(targetArn)?.send({ body, attributes, groupId, deduplicationId: deduplicationId ?? id });
  }

  private named(input: Readonly<Record<string, unknown>>): LocalQueue | undefined {
    const url = text(input, "QueueUrl");
    const name = url === undefined ? text(input, "QueueName") : url.split("/").at(-1);
    return [...this.queues.values()].find(({ settings }) => settings.name === name);
  }

  private list(prefix: string): object {
    const queues = [...this.queues.values()].filter(({ settings }) => settings.name.startsWith(prefix));
    return { QueueUrls: queues.map(({ settings }) => settings.url) };
  }
}

function failed(code: string, message: string): ServiceResponse {
  return refuseJson("1.0", `com.amazonaws.sqs#${code}`, message);
}
