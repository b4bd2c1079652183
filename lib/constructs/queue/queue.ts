import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue, type SqsQueueConfig } from "@cdktf/provider-aws/lib/sqs-queue";
import { SqsQueuePolicy } from "@cdktf/provider-aws/lib/sqs-queue-policy";
import type { Construct, IConstruct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import {
  type App,
  type Binding,
  bindingTarget,
  checkOpen,
  checkScope,
  claimId,
  constructId,
  createBinding,
  finish,
  keptName,
  prefixedName,
  Stack,
} from "../../kit/app";
import { checkLimit, isFifo, isUnresolved, limits, overlay, quotas, withoutUndefined } from "../../kit/core";
import {
  ConstructWithFunctions,
  type EventSource,
  type Function,
  FunctionsByKey,
  functionRef,
  planConsumer,
  recordFields,
} from "../../kit/function";
import {
  type PermissionTarget,
  permissionTarget,
  providerTarget,
  ResourcePolicy,
  type ResourceStatement,
  resourcePolicy,
  tlsOnly,
} from "../../kit/iam";
import { fail } from "./errors";
import { type QueueMetadata, queueDescription, queueRow } from "./library";
import { type ParsedQueue, parseQueueProps } from "./parse";
import type { QueueProps } from "./props";

/**
 * A queue: messages wait in it until a function has processed them.
 *
 * Creates an encrypted queue, with a policy that refuses requests without TLS. A consumer adds a function, whose role
 * may receive and delete messages of this queue, and the event source mapping that delivers them in batches.
 *
 * @example
 * new Queue(stack, "Orders", { consumer: "functions/orders.process" });
 */
export class Queue extends ConstructWithFunctions {
  readonly id: string;
  readonly queueArn: string;
  /** The URL that messages are sent to. */
  readonly queueUrl: string;
  readonly queueName: string;
  readonly cdk: {
    readonly queue: SqsQueue | DataAwsSqsQueue;
  };
  /** @internal The queue's policy, to which topics, rules and buckets add statements. */
  readonly [resourcePolicy]: ResourcePolicy;
  protected readonly functions: FunctionsByKey;
  private hasConsumer = false;

  constructor(scope: Construct, id: string, props: QueueProps = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    const parsed = collectProblems(() => parseQueueProps(this, given));
    const queue = parsed.imported ?? this.createQueue(parsed);
    this.queueArn = queue.arn;
    this.queueUrl = queue.url;
    this.queueName = queue.name;
    this.cdk = { queue };

    this[resourcePolicy] = this.createPolicy(parsed.imported !== undefined);
    this.functions = new FunctionsByKey(this, "consumer");
    if (given.consumer !== undefined) this.addConsumer(this, given.consumer);
  }

  private createQueue({ override: given, redrivePolicy }: ParsedQueue): SqsQueue {
    const { kmsMasterKeyId, namePrefix } = given;
    const suffix = given.fifoQueue === true ? ".fifo" : "";
    const config: SqsQueueConfig = {
      name: namePrefix === undefined ? `${prefixedName(this)}${suffix}` : undefined,
      sqsManagedSseEnabled: kmsMasterKeyId === undefined ? true : undefined,
      redrivePolicy,
    };
    const merged = longestVisibility(Stack.of(this).app, overlay(config, given));
    checkLimit(this, "cdk.queue.name", merged.name, limits.aws_sqs_queue.name);
    return new SqsQueue(this, "Queue", merged);
  }

  private createPolicy(isImported: boolean): ResourcePolicy {
    const create = (policy: string) =>
      new SqsQueuePolicy(this, "Policy", { queueUrl: this.queueUrl, policy });
    const policy = new ResourcePolicy(this, {
      arn: this.queueArn,
      create: isImported ? undefined : create,
      limits: {
        bytes: quotas.queuePolicyBytes,
        actions: quotas.actionsPerQueueStatement,
        statements: quotas.statementsPerQueuePolicy,
        principals: quotas.principalsPerQueuePolicy,
      },
    });
    if (!isImported) policy.add(tlsOnly(["sqs:*"], [this.queueArn]));
    return policy;
  }

  /** The function that processes the messages; undefined without a function of this library. */
  get consumerFunction(): Function | undefined {
    return this.functions.get("consumer");
  }

  /** Adds the consumer. Its resources are created below `scope`, which may be in another stack. */
  addConsumer(scope: Construct, consumer: NonNullable<QueueProps["consumer"]>): void {
    checkOpen(this, "addConsumer", consumer);
    checkScope(this, "addConsumer(scope)", scope);
    if (this.hasConsumer) fail(this, "queue-second-consumer", "consumer", {});
    const source: EventSource = {
      owner: this,
      kind: "queue",
      fields: recordFields.queue,
      isFifo: isFifo(this.cdk.queue) ?? false,
      arn: this.queueArn,
      access: [this, "grantConsumeMessages"],
    };
    const place = { scope, id: keptName(this), defaults: undefined };
    const planned = collectProblems(() => {
      const planned = planConsumer(source, place, "consumer", consumer);
      checkVisibilityTimeout(this, this.cdk.queue, planned.timeoutSeconds);
      return planned;
    });
    const fn = planned.create();
    this.hasConsumer = true;
    this.functions.add("consumer", fn);
  }

  /** Adds statements to the queue's policy, to allow or deny access. */
  addToResourcePolicy(...statements: readonly ResourceStatement[]): void {
    checkOpen(this, "addToResourcePolicy");
    if (this[resourcePolicy].isForeign) fail(this, "imported-queue", "addToResourcePolicy", {});
    this[resourcePolicy].addStatements("addToResourcePolicy", statements);
  }

  [permissionTarget](): PermissionTarget {
    return { ...providerTarget(queueRow, this.cdk.queue), arn: this.queueArn };
  }

  [bindingTarget](): Binding {
    return createBinding(queueDescription, this, { queueUrl: this.queueUrl });
  }

  [finish](): void {
    this[resourcePolicy].checkSize();
  }

  getConstructMetadata(): QueueMetadata {
    return {
      type: "Queue",
      data: { name: this.queueName, url: this.queueUrl, consumer: functionRef(this.consumerFunction) },
    };
  }
}

/**
 * Refuses a consumer that may run longer than the visibility timeout: its messages would be delivered again while it runs.
 *
 * AWS refuses the mapping, too: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 *
 * @param timeoutSeconds - how long the function may run; undefined if it is not known
 */
function checkVisibilityTimeout(
  queue: IConstruct,
  provider: object,
  timeoutSeconds: number | undefined,
): void {
  // The values of a data source are known only at deployment.
  if (timeoutSeconds === undefined || !("visibilityTimeoutSecondsInput" in provider)) return;
  const { visibilityTimeoutSecondsInput: visibility = 30 } = provider as {
    readonly visibilityTimeoutSecondsInput?: number | undefined;
  };
  if (isUnresolved(timeoutSeconds) || isUnresolved(visibility)) return;
  if (timeoutSeconds > visibility) {
    fail(queue, "queue-timeout", "consumer", { timeout: timeoutSeconds, visibility });
  }
}

/** The same as the longest time of a function, in seconds. */
const longestVisibilityTimeout = 900;

/** Under `serverform start --increase-timeout`, messages stay hidden as long as a debugger may stop their function. */
function longestVisibility({ live }: App, config: SqsQueueConfig): SqsQueueConfig {
  const { visibilityTimeoutSeconds: given } = config;
  if (live?.increasesTimeout !== true || isUnresolved(given)) return config;
  return { ...config, visibilityTimeoutSeconds: Math.max(given ?? 0, longestVisibilityTimeout) };
}
