import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { SqsQueuePolicy } from "@cdktf/provider-aws/lib/sqs-queue-policy";
import type { Construct, IConstruct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  bindingTarget,
  checkOpen,
  checkScope,
  claimId,
  constructId,
  createBinding,
  finish,
  keptName,
} from "../../kit/app";
import { isUnresolved, quotas, withoutUndefined } from "../../kit/core";
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
import { parseQueueProps, type QueueFacts } from "./parse";
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
  private readonly facts: QueueFacts;
  private hasConsumer = false;

  constructor(scope: Construct, id: string, props: QueueProps = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    const { imported, config, facts, createConsumer } = collectProblems(() => {
      const { consumer, ...parsed } = parseQueueProps(this, given);
      const createConsumer =
        consumer === undefined ? undefined : this.planConsumer(this, consumer, parsed.facts);
      return { ...parsed, createConsumer };
    });
    this.facts = facts;
    const queue = imported ?? new SqsQueue(this, "Queue", config);
    this.queueArn = queue.arn;
    this.queueUrl = queue.url;
    this.queueName = queue.name;
    this.cdk = { queue };

    this[resourcePolicy] = this.createPolicy(imported !== undefined);
    this.functions = new FunctionsByKey(this, "consumer");
    createConsumer?.();
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
    collectProblems(() => this.planConsumer(scope, consumer, this.facts))();
  }

  private planConsumer(scope: Construct, consumer: unknown, { isFifo, visibility }: QueueFacts): () => void {
    const source: EventSource = {
      owner: this,
      kind: "queue",
      fields: recordFields.queue,
      isFifo,
      arn: () => this.queueArn,
      access: [this, "grantConsumeMessages"],
    };
    const place = { scope, id: keptName(this), defaults: undefined };
    const planned = planConsumer(source, place, "consumer", consumer);
    checkVisibilityTimeout(this, visibility, planned.timeoutSeconds);
    return () => {
      this.functions.add("consumer", planned.create());
      this.hasConsumer = true;
    };
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
  visibility: QueueFacts["visibility"],
  timeoutSeconds: number | undefined,
): void {
  if (visibility === undefined || timeoutSeconds === undefined) return;
  if (isUnresolved(timeoutSeconds) || isUnresolved(visibility) || timeoutSeconds <= visibility) return;
  fail(queue, "queue-timeout", "consumer", { timeout: timeoutSeconds, visibility });
}
