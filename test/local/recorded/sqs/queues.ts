import type { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { sqs } from "../../../../lib/local/services/sqs";
import type { SqsQueues } from "../../../../lib/local/services/sqs/queues";
import { serviceContext, startService } from "../../services/context";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";

/** Attributes of `aws_sqs_queue` by name, without those that the name implies. */
export type DeclaredQueues = Readonly<Record<string, object>>;

export const arnOf = (name: string): string => `arn:aws:sqs:us-east-1:123456789012:${name}`;
export const urlOf = (name: string): string => `https://sqs.us-east-1.amazonaws.com/123456789012/${name}`;

/** Queues of this machine, with a stopped clock. */
export interface TestQueues {
  readonly clock: TestClock;
  readonly resources: SqsQueues;
  /** Changes the declared settings. */
  declare(queues: DeclaredQueues): Promise<void>;
  stop(): Promise<void>;
}

/** Starts queues behind a router. The size of messages is the default of SQS; that of the provider is smaller. */
export async function startQueues(router: EndpointRouter, declared: DeclaredQueues): Promise<TestQueues> {
  const clock = new TestClock();
  const context = serviceContext({ model: modelOf(declared), clock });
  const { resources } = await startService(router, "sqs", sqs, context);
  return {
    clock,
    resources,
    declare: (queues) => resources.replace(modelOf(queues)),
    stop: () => resources.stop(),
  };
}

export function modelOf(declared: DeclaredQueues) {
  const queues = Object.entries(declared).map(([name, values]) => [
    name,
    { name, arn: arnOf(name), url: urlOf(name), max_message_size: 1_048_576, ...values },
  ]);
  return testModel({ aws_sqs_queue: Object.fromEntries(queues) });
}
