/** @group slow */

import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { isValues } from "../../../../lib/model";
import { settled } from "../../support/functions";
import { isRepeated, written } from "../repeated";
import { type RecordedFact, readSuite, testFacts } from "../suite";
import { jsonClient, type QueueClient, queryClient, type Refusal } from "./clients";
import { type DeclaredQueues, startQueues, type TestQueues, urlOf } from "./queues";
import { Variables } from "./variables";

/** One thing that a client does, or that happens. */
interface Step {
  readonly call?: string;
  /** The queue of the request, by its name. @default - the input says it */
  readonly queue?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole result; `<id:1>` stands for a value that comes again as the same, `<any>` for any. */
  readonly answer?: unknown;
  /** A part of the result. */
  readonly includes?: unknown;
  readonly refused?: Partial<Refusal>;
  /** How long the request waits for messages, in seconds. @default - as long as it says */
  readonly waits?: number;
  /** The steps while it waits. */
  readonly meanwhile?: readonly Step[];
  /** Seconds that pass. */
  readonly pass?: number;
  /** Settings that are changed. */
  readonly declare?: DeclaredQueues;
}

interface MessageFact extends RecordedFact {
  readonly queues: DeclaredQueues;
  readonly steps: readonly Step[];
}

class Run {
  private readonly variables = new Variables();

  constructor(
    private readonly queues: TestQueues,
    private readonly client: QueueClient,
  ) {}

  async all(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.one(step);
  }

  private async one(step: Step): Promise<void> {
    const { call, pass, declare, input = {}, queue, headers = {} } = step;
    if (pass !== undefined) return this.queues.clock.advanceSeconds(pass);
    if (declare !== undefined) return this.queues.declare(declare);
    const target = queue === undefined ? {} : { QueueUrl: urlOf(queue) };
    const given = this.variables.fill(inFull({ ...target, ...input })) as Readonly<Record<string, unknown>>;
    const asked = this.client.send(call ?? "", given, headers);
    const waits = step.waits ?? Number(input.WaitTimeSeconds ?? 0);
    if (waits > 0) await this.wait(asked, waits, step.meanwhile ?? []);
    const result = await asked;
    if (step.refused !== undefined) this.expectRefusal(result, step.refused);
    else if (step.answer !== undefined) this.variables.expectEqual(result, step.answer);
    else if (step.includes !== undefined) this.variables.expectPart(result, step.includes);
    else expect(result).not.toHaveProperty("status");
  }

  private expectRefusal(result: object, { json, ...refused }: Partial<Refusal>): void {
    // The query protocol has one code.
    const expected = json !== undefined && "json" in result ? { ...refused, json } : refused;
    this.variables.expectPart(result, expected);
  }

  /** Lets the time of a long poll pass. */
  private async wait(asked: Promise<object>, seconds: number, meanwhile: readonly Step[]): Promise<void> {
    const { clock } = this.queues;
    let isDone = false;
    const done = asked.then(() => {
      isDone = true;
    });
    const end = clock.now() + 1000 * seconds;
    const waiting = () => Promise.race([done, clock.untilWaitedFor(end - clock.now())]);
    await waiting();
    await this.all(meanwhile);
    await waiting();
    while (!isDone && clock.now() < end) {
      clock.advanceToNext();
      await settled();
      if (clock.now() < end) await waiting();
    }
  }
}

function inFull(value: unknown): unknown {
  if (isRepeated(value)) return written(value);
  if (Array.isArray(value)) return value.map(inFull);
  if (!isValues(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inFull(each)]));
}

let router: EndpointRouter;
let clients: Readonly<Record<string, QueueClient>>;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  clients = { json: jsonClient(router.url), query: queryClient(router.url) };
});

afterAll(async () => {
  for (const client of Object.values(clients)) client.stop();
  await router.close();
});

describe.each(["sqs/messages", "sqs/move-tasks"])("%s", (name) => {
  testFacts(readSuite<MessageFact>(name), async ({ queues: declared, steps, protocol = "" }) => {
    const queues = await startQueues(router, declared);
    const client = clients[protocol];
    if (client === undefined) throw new Error(`There is no protocol ${protocol}.`);
    try {
      await new Run(queues, client).all(steps);
    } finally {
      await queues.stop();
    }
  });
});
