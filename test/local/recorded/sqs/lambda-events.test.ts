import { eventSourceMappings } from "../../../../lib/local/services/contract/event-source-mapping";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import type { NewMessage } from "../../../../lib/local/services/sqs/message";
import { consumerContext } from "../../services/context";
import { settled, TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";
import { type RecordedFact, readSuite, testFacts } from "../suite";
import { arnOf, type DeclaredQueues, startQueues } from "./queues";
import { Variables } from "./variables";

interface LambdaFact extends RecordedFact {
  /** The first feeds the function. @default - a standard queue */
  readonly queues?: DeclaredQueues;
  /** Attributes of the event source mapping. @default - those of AWS */
  readonly mapping?: object;
  /** The messages in the queue before the mapping exists. */
  readonly messages: readonly NewMessage[];
  /** The events of the function, and what it makes of them. A visibility timeout is between two of them. */
  readonly invocations: readonly {
    readonly event: object;
    readonly returns?: object;
    readonly fails?: true;
  }[];
  /** The bodies that are left in each queue. */
  readonly left: Readonly<Record<string, readonly string[]>>;
}

let router: EndpointRouter;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
});

afterAll(() => router.close());

testFacts(readSuite<LambdaFact>("sqs/lambda-events"), async (fact) => {
  const { queues: declared = { main: {} }, mapping = {}, messages, invocations, left } = fact;
  const [name = ""] = Object.keys(declared);
  const queues = await startQueues(router, declared);
  const variables = new Variables();
  const events: object[] = [];
  const differences: unknown[] = [];
  const functions = new TestFunctions((event: object) => {
    const { event: expected, returns, fails } = invocations[events.length] ?? {};
    events.push(event);
    try {
      variables.expectEqual(event, expected);
    } catch (difference) {
      // Thrown here, it would be a failure of the function.
      differences.push(difference);
    }
    if (fails) throw new Error("failed attempt");
    return variables.fill(returns);
  });
  const source = queues.resources.byArn(arnOf(name));
  const values = { event_source_arn: arnOf(name), function_name: "worker", ...mapping };
  const [mapped] = eventSourceMappings(testModel({ aws_lambda_event_source_mapping: { Main: values } }));
  if (source === undefined || mapped === undefined) throw new Error("The fact has no queue.");
  for (const message of messages) source.send(message);
  const consumer = queues.resources.eventSource.consume(
    mapped,
    consumerContext({ functions, clock: queues.clock }),
  );
  try {
    for (const _ of [...invocations, "once more"]) {
      await settled();
      queues.clock.advanceSeconds(source.settings.visibilitySeconds);
    }
    await settled();
    expect(differences).toEqual([]);
    expect(events).toHaveLength(invocations.length);
    const kept = Object.keys(left).map((each) => {
      const found = queues.resources.byArn(arnOf(each))?.receive(10) ?? [];
      return [each, found.map(({ body }) => body)];
    });
    expect(Object.fromEntries(kept)).toEqual(left);
  } finally {
    await consumer?.stop();
    await queues.stop();
  }
});
