import { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Queue, type QueueProps } from "../../../lib/constructs/queue";
import { Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { Function } from "../../../lib/kit/function";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { checkOutput } from "../../support/reference-check";
import { expectNothingLeft } from "../../support/refused";
import { addresses, inlineActions, only, resources, testApp, testStack } from "../../support/stack";
import { failure } from "../api/support/api";

const handler = "functions/notes.get";
/** Addresses without the hashes that CDKTF puts at their ends. */
const jobs = (props: QueueProps = {}, stack = testStack()) => ({
  stack,
  queue: new Queue(stack, "Jobs", props),
});
/** The queue called Jobs, among several. */
const jobsOf = (stack: Stack) =>
  Object.entries(resources(stack, "aws_sqs_queue")).find(([name]) => name.startsWith("Jobs"))?.[1];

describe("Queue", () => {
  test("has a README that lists every type of resource", () => {
    const found = typesOf(addresses(jobs({ consumer: handler }).stack));
    expect(listedTypes("lib/constructs/queue/README.md")).toEqual(expect.arrayContaining([...found]));
  });

  test("is a queue named after app and stage, encrypted", () => {
    expect(only(jobs().stack, "aws_sqs_queue")).toEqual({
      name: "dev-notes-Jobs",
      sqs_managed_sse_enabled: true,
    });
  });

  test("refuses requests without TLS", () => {
    const { policy, queue_url } = only(jobs().stack, "aws_sqs_queue_policy");
    expect(JSON.parse(String(policy)).Statement).toEqual([
      {
        Sid: "TlsOnly",
        Effect: "Deny",
        Principal: "*",
        Action: "sqs:*",
        Resource: expect.stringMatching(/^\$\{aws_sqs_queue\.\w+\.arn\}$/),
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
    ]);
    expect(queue_url).toMatch(/^\$\{aws_sqs_queue\.\w+\.url\}$/);
  });

  test("takes more statements into its policy", () => {
    const { stack, queue } = jobs();
    queue.addToResourcePolicy({
      Effect: "Allow",
      Principal: { AWS: "111122223333" },
      Action: "sqs:SendMessage",
      Resource: queue.queueArn,
    });
    const { policy } = only(stack, "aws_sqs_queue_policy");
    const statements: { Action: string }[] = JSON.parse(String(policy)).Statement;
    expect(statements.map(({ Action }) => Action).sort()).toEqual(["sqs:*", "sqs:SendMessage"]);
  });

  test("lays keys over the created queue", () => {
    const queue = {
      name: "jobs",
      delaySeconds: 5,
      lifecycle: { preventDestroy: true },
    };
    expect(only(jobs({ cdk: { queue } }).stack, "aws_sqs_queue")).toEqual({
      name: "jobs",
      delay_seconds: 5,
      sqs_managed_sse_enabled: true,
      lifecycle: { prevent_destroy: true },
    });
  });

  test.each<[NonNullable<QueueProps["cdk"]>["queue"], object]>([
    [{ kmsMasterKeyId: "alias/mine" }, { name: "dev-notes-Jobs", kms_master_key_id: "alias/mine" }],
    [{ sqsManagedSseEnabled: false }, { name: "dev-notes-Jobs", sqs_managed_sse_enabled: false }],
    [{ namePrefix: "jobs-" }, { name_prefix: "jobs-", sqs_managed_sse_enabled: true }],
    [
      { fifoQueue: true },
      {
        name: "dev-notes-Jobs.fifo",
        fifo_queue: true,
        sqs_managed_sse_enabled: true,
      },
    ],
    [
      { fifoQueue: true, name: "jobs.fifo", contentBasedDeduplication: true },
      {
        name: "jobs.fifo",
        fifo_queue: true,
        content_based_deduplication: true,
        sqs_managed_sse_enabled: true,
      },
    ],
  ])("cdk.queue %j makes %j", (queue, written) => {
    expect(only(jobs({ cdk: { queue } }).stack, "aws_sqs_queue")).toEqual(written);
  });

  test("has its attributes as references", () => {
    const { stack, queue } = jobs();
    const { queueArn, queueName, queueUrl } = queue;
    const found = resolveValue(stack, { queueArn, queueName, queueUrl });
    expect(JSON.stringify(found).replace(/aws_sqs_queue\.\w+/g, "q")).toBe(
      '{"queueArn":"${q.arn}","queueName":"${q.name}","queueUrl":"${q.url}"}',
    );
    expect(queue.cdk.queue).toBeInstanceOf(SqsQueue);
  });

  test("has metadata", () => {
    const { stack, queue } = jobs({ consumer: handler });
    expect(resolveValue(stack, queue.getConstructMetadata())).toEqual({
      type: "Queue",
      data: {
        name: resolveValue(stack, queue.queueName),
        url: resolveValue(stack, queue.queueUrl),
        consumer: {
          node: queue.consumerFunction?.node.addr,
          stack: "dev-notes-Main",
        },
      },
    });
    expect(jobs().queue.getConstructMetadata().data).toHaveProperty("consumer", undefined);
  });
});

describe("the consumer of a queue", () => {
  test("moves no address when it is added", () => {
    const before = addresses(jobs().stack);
    expect(addresses(jobs({ consumer: handler }).stack)).toEqual(expect.arrayContaining(before));
  });
  test("may come later, and has the same addresses then", () => {
    const { stack, queue } = jobs();
    queue.addConsumer(queue, handler);
    expect(addresses(stack)).toEqual(addresses(jobs({ consumer: handler }).stack));
  });
  test("is bound and permitted, also when it comes later", () => {
    const { stack, queue } = jobs();
    queue.bind([new Function(stack, "Target", { handler })]);
    queue.attachPermissions(["s3:GetObject"]);
    queue.addConsumer(stack, handler);
    expect(inlineActions(stack, "Consumer_Jobs")).toEqual(
      expect.arrayContaining(["lambda:InvokeFunction", "s3:GetObject"]),
    );
    expect(queue.consumerFunction?.cdk.function.environmentInput?.variables).toHaveProperty(
      "SERVERFORM_Function_functionName_Target",
    );
  });
  test("is one", () => {
    const { stack, queue } = jobs({ consumer: handler });
    const error = failure(() => queue.addConsumer(stack, handler));
    expect([error.code, error.prop]).toEqual(["queue-second-consumer", "consumer"]);
  });
  test("is one, also when it is an existing function", () => {
    const { stack, queue } = jobs();
    const fn = new Function(stack, "Work", { handler });
    queue.addConsumer(stack, { cdk: { function: fn.currentVersion } });
    expect(queue.consumerFunction).toBeUndefined();
    expect(failure(() => queue.addConsumer(stack, handler)).code).toBe("queue-second-consumer");
  });
  test("may be given after one that was refused", () => {
    const { stack, queue } = jobs();
    expect(failure(() => queue.addConsumer(stack, { function: handler, maxConcurrency: 1 })).code).toBe(
      "out-of-range",
    );
    expect(() => queue.addConsumer(stack, handler)).not.toThrow();
  });
  test.each([
    [30, undefined],
    [60, 60],
    [1, 1],
  ])("may run for %p seconds with a visibility timeout of %p", (timeout, visibilityTimeoutSeconds) => {
    const cdk = { queue: { visibilityTimeoutSeconds } };
    expect(() => jobs({ consumer: { handler, timeout }, cdk })).not.toThrow();
  });
  test.each([
    [31, undefined, 30],
    ["2 minutes" as const, 60, 60],
    [10, 0, 0],
  ])(
    "may not run for %p with a visibility timeout of %p",
    (timeout, visibilityTimeoutSeconds, visibility) => {
      const cdk = { queue: { visibilityTimeoutSeconds } };
      const error = failure(() => jobs({ consumer: { handler, timeout }, cdk }));
      expect([error.code, error.prop]).toEqual(["queue-timeout", "consumer"]);
      expect(error.message).toContain(`visibility timeout of the queue is ${visibility} seconds`);
    },
  );
  test.each([
    [undefined, 3, true],
    [undefined, 2, false],
    [60, 60, true],
    [60, 59, false],
  ])("that exists, with a timeout of %p, fits %p: %p", (timeout, visibilityTimeoutSeconds, fits) => {
    const stack = testStack();
    const fn = new LambdaFunction(stack, "Old", { functionName: "old", role: "role", timeout });
    const run = () =>
      jobs({ consumer: { cdk: { function: fn } }, cdk: { queue: { visibilityTimeoutSeconds } } }, stack);
    if (fits) expect(run).not.toThrow();
    else expect(failure(run).code).toBe("queue-timeout");
  });
  test("may run longer than is known here", () => {
    const stack = testStack();
    const queue = new DataAwsSqsQueue(stack, "Old", { name: "old" });
    expect(() => jobs({ consumer: { handler, timeout: 900 }, cdk: { queue } }, stack)).not.toThrow();
  });
});

describe("a dead-letter queue", () => {
  const redrive = (stack: Stack) => JSON.parse(String(jobsOf(stack)?.redrive_policy));

  test.each<[string, (stack: Stack) => NonNullable<QueueProps["deadLetter"]>["queue"], RegExp]>([
    ["of this library", (stack) => new Queue(stack, "Dead"), /^\$\{aws_sqs_queue\.Dead_Queue_\w+\.arn\}$/],
    ["of the provider", (stack) => new SqsQueue(stack, "Dead", {}), /^\$\{aws_sqs_queue\.Dead\.arn\}$/],
    [
      "that exists",
      (stack) => new DataAwsSqsQueue(stack, "Dead", { name: "dead" }),
      /^\$\{data\.aws_sqs_queue\.Dead\.arn\}$/,
    ],
  ])("may be one %s", (_, create, arn) => {
    const stack = testStack();
    jobs({ deadLetter: { queue: create(stack) } }, stack);
    expect(redrive(stack)).toEqual({
      deadLetterTargetArn: expect.stringMatching(arn),
      maxReceiveCount: 3,
    });
  });
  test("is removed by an empty redrive policy", () => {
    const { stack } = jobs({ cdk: { queue: { redrivePolicy: "" } } });
    expect(jobsOf(stack)?.redrive_policy).toBe("");
  });

  test("takes messages after as many tries as it says", () => {
    const stack = testStack();
    jobs({ deadLetter: { queue: new Queue(stack, "Dead"), maxReceiveCount: 1 } }, stack);
    expect(redrive(stack).maxReceiveCount).toBe(1);
  });
  test("may be in another stack", () => {
    const app = testApp();
    const [main, other] = [new Stack(app, "Main"), new Stack(app, "Other")];
    jobs({ deadLetter: { queue: new Queue(other, "Dead") } }, main);
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test.each([true, false])("must be FIFO like the queue: %p", (isFifo) => {
    const stack = testStack();
    const cdk = (fifoQueue: boolean) => ({ queue: { fifoQueue } });
    const queue = new Queue(stack, "Dead", { cdk: cdk(!isFifo) });
    const error = failure(() => jobs({ deadLetter: { queue }, cdk: cdk(isFifo) }, stack));
    expect([error.code, error.prop]).toEqual(["queue-fifo-mismatch", "deadLetter.queue"]);
    const same = new Queue(stack, "Same", { cdk: cdk(isFifo) });
    expect(
      () =>
        new Queue(stack, "More", {
          deadLetter: { queue: same },
          cdk: cdk(isFifo),
        }),
    ).not.toThrow();
  });
  test("is FIFO by its name, too", () => {
    const stack = testStack();
    const queue = new DataAwsSqsQueue(stack, "Dead", { name: "dead.fifo" });
    expect(failure(() => jobs({ deadLetter: { queue } }, stack)).code).toBe("queue-fifo-mismatch");
  });
  test.each<[unknown, string, string]>([
    [5, "prop-invalid", "deadLetter"],
    [{ queue: 5 }, "prop-invalid", "deadLetter.queue"],
    [{}, "prop-invalid", "deadLetter.queue"],
    [{ queue: "arn", count: 5 }, "key-unknown", "deadLetter"],
  ])("is refused as %j", (deadLetter, code, prop) => {
    const error = failure(() => jobs({ deadLetter } as QueueProps));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });
  test("may be called deadLetterQueue, as an object or the queue alone", () => {
    const redriveOf = (props: (queue: Queue) => QueueProps) => {
      const stack = testStack();
      jobs(props(new Queue(stack, "Dead")), stack);
      return redrive(stack);
    };
    const policy = redriveOf((queue) => ({ deadLetter: { queue } }));
    expect(policy.maxReceiveCount).toBe(3);
    expect(redriveOf((queue) => ({ deadLetterQueue: queue }))).toEqual(policy);
    expect(redriveOf((queue) => ({ deadLetterQueue: { queue, maxReceiveCount: 3 } }))).toEqual(policy);
  });
  test.each<[string, (queue: Queue) => object, string]>([
    ["both names", (queue) => ({ deadLetter: { queue }, deadLetterQueue: queue }), "props-exclude"],
    ["another value", () => ({ deadLetterQueue: 5 }), "prop-invalid"],
    [
      "a written policy",
      (queue) => ({ deadLetterQueue: queue, cdk: { queue: { redrivePolicy: "{}" } } }),
      "props-exclude",
    ],
  ])("deadLetterQueue is refused with %s", (_, props, code) => {
    const stack = testStack();
    const error = failure(() => jobs(props(new Queue(stack, "Dead")) as QueueProps, stack));
    expect([error.code, error.prop]).toEqual([code, "deadLetterQueue"]);
  });
  test.each([0, 1001, 1.5])("is refused with maxReceiveCount %p", (maxReceiveCount) => {
    const stack = testStack();
    const deadLetter = { queue: new Queue(stack, "Dead"), maxReceiveCount };
    const error = failure(() => jobs({ deadLetter }, stack));
    expect([error.code, error.prop]).toEqual(["out-of-range", "deadLetter.maxReceiveCount"]);
  });
});

describe("an existing queue", () => {
  test.each<[string, (stack: Stack) => NonNullable<QueueProps["cdk"]>["queue"], string]>([
    ["resource", (stack) => new SqsQueue(stack, "Old", {}), "${aws_sqs_queue.Old.arn}"],
    [
      "data source",
      (stack) => new DataAwsSqsQueue(stack, "Old", { name: "old" }),
      "${data.aws_sqs_queue.Old.arn}",
    ],
  ])("accepts an existing one as a %s", (_, create, arn) => {
    const stack = testStack();
    const { queue } = jobs({ consumer: handler, cdk: { queue: create(stack) } }, stack);
    expect(resolveValue(stack, queue.queueArn)).toBe(arn);
    expect(only(stack, "aws_lambda_event_source_mapping").event_source_arn).toBe(arn);
    expect(Object.keys(resources(stack, "aws_sqs_queue"))).not.toContain("Jobs");
    expect(resources(stack, "aws_sqs_queue_policy")).toEqual({});
    expect(inlineActions(stack)).toContain("sqs:ReceiveMessage");
  });
  test("is known to be FIFO by its name", () => {
    const stack = testStack();
    const queue = new DataAwsSqsQueue(stack, "Old", { name: "old.fifo" });
    const consumer = {
      function: handler,
      maxBatchingWindow: "1 second",
    } as const;
    expect(failure(() => jobs({ consumer, cdk: { queue } }, stack)).code).toBe("consumer-window-fifo");
  });
  test.each<[string, (queue: SqsQueue, stack: Stack) => unknown]>([
    ["deadLetter", (queue, stack) => jobs({ deadLetter: { queue }, cdk: { queue } }, stack)],
    ["addToResourcePolicy", (queue, stack) => jobs({ cdk: { queue } }, stack).queue.addToResourcePolicy()],
  ])("does not accept %s", (prop, run) => {
    const stack = testStack();
    const error = failure(() => run(new SqsQueue(stack, "Old", {}), stack));
    expect([error.code, error.prop]).toEqual(["imported-queue", prop]);
  });
});

describe("a Queue as something bound or permitted", () => {
  test("gives functions its address and all that using it needs", () => {
    const { stack, queue } = jobs();
    const fn = new Function(stack, "User", { handler, bind: [queue] });
    expect(resolveValue(stack, fn.cdk.function.environmentInput?.variables)).toMatchObject({
      SERVERFORM_Queue_queueUrl_Jobs: expect.stringMatching(/^\$\{aws_sqs_queue\.\w+\.url\}$/),
    });
    expect(inlineActions(stack)).toEqual(
      expect.arrayContaining(["sqs:SendMessage", "sqs:ReceiveMessage", "sqs:DeleteMessage"]),
    );
    expect(inlineActions(stack)).not.toContain("sqs:PurgeQueue");
  });
  test("may be used in parts", () => {
    const { stack, queue } = jobs();
    new Function(stack, "User", {
      handler,
      permissions: [[queue, "grantPurge"]],
    });
    expect(inlineActions(stack)).toContain("sqs:PurgeQueue");
    expect(inlineActions(stack)).not.toContain("sqs:SendMessage");
  });
  test("brings the permission for its key", () => {
    const key = "arn:aws:kms:us-east-1:111122223333:key/k";
    const { stack, queue } = jobs({ cdk: { queue: { kmsMasterKeyId: key } } });
    new Function(stack, "User", { handler, bind: [queue] });
    expect(inlineActions(stack)).toEqual(expect.arrayContaining(["kms:Decrypt", "kms:GenerateDataKey*"]));
  });
});

describe("a Queue refuses", () => {
  const cdk = (queue: object) => ({ cdk: { queue } });
  test.each<[string, object, string, string]>([
    ["an unknown prop", { consumers: {} }, "key-unknown", "props"],
    ["an unknown key in cdk", { cdk: { sqsQueue: {} } }, "key-unknown", "cdk"],
    ["an unknown key of the queue", cdk({ visibility: 5 }), "key-unknown", "cdk.queue"],
    ["its own policy", cdk({ policy: "{}" }), "key-rejected", "cdk.queue"],
    ["a FIFO queue without .fifo", cdk({ fifoQueue: true, name: "x" }), "queue-name-fifo", "cdk.queue.name"],
    ["a standard queue with .fifo", cdk({ name: "x.fifo" }), "queue-name-fifo", "cdk.queue.name"],
    [
      "FIFO settings without FIFO",
      cdk({ contentBasedDeduplication: true }),
      "queue-needs-fifo",
      "cdk.queue.contentBasedDeduplication",
    ],
    [
      "a FIFO limit without FIFO",
      cdk({ fifoThroughputLimit: "perQueue" }),
      "queue-needs-fifo",
      "cdk.queue.fifoThroughputLimit",
    ],
    ["name and prefix", cdk({ name: "x", namePrefix: "y" }), "props-exclude", "cdk.queue.name"],
    [
      "two kinds of encryption",
      cdk({ kmsMasterKeyId: "alias/k", sqsManagedSseEnabled: true }),
      "queue-two-encryptions",
      "cdk.queue.kmsMasterKeyId",
    ],
    ["a name with other characters", cdk({ name: "a b" }), "prop-invalid", "cdk.queue.name"],
    ["a long name", cdk({ name: "x".repeat(81) }), "name-too-long", "cdk.queue.name"],
    ["a long id", { cdk: { id: "x".repeat(71) } }, "name-too-long", "cdk.queue.name"],
  ])("%s", (_, props, code, prop) => {
    const error = failure(() => jobs(props as QueueProps));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });
  test("two redrive policies", () => {
    const stack = testStack();
    const props = {
      deadLetter: { queue: new Queue(stack, "Dead") },
      ...cdk({ redrivePolicy: "{}" }),
    };
    const error = failure(() => jobs(props, stack));
    expect([error.code, error.prop]).toEqual(["props-exclude", "deadLetter"]);
  });
  test("an object of another type", () => {
    const stack = testStack();
    const fn = new Function(stack, "Work", { handler });
    const queue = fn.cdk.function as unknown as SqsQueue;
    expect(failure(() => jobs({ cdk: { queue } }, stack)).code).toBe("import-wrong-type");
  });
  test("a second one of its id", () => {
    const app = testApp();
    for (const id of ["One", "Two"]) new Queue(new Stack(app, id), "Jobs");
    expect(failure(() => app.synth()).code).toBe("id-duplicate");
  });
  test("names that AWS takes are fine", () => {
    expect(() => jobs(cdk({ name: "x".repeat(80) }))).not.toThrow();
  });
});

describe("addConsumer", () => {
  test.each([
    ["does not exist", "functions/none.get", "handler-not-found"],
    ["may run longer than the visibility timeout", { handler, timeout: 31 }, "queue-timeout"],
    ["has an option of streams", { function: handler, parallelization: 2 }, "consumer-option-elsewhere"],
  ])("leaves nothing behind when the consumer %s", (_, bad, code) => {
    const { stack, queue } = jobs();
    expectNothingLeft(stack, () => queue.addConsumer(stack, bad as string), code);
    queue.addConsumer(stack, handler);
    expect(queue.consumerFunction).toBeDefined();
  });
});
