import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue, type SqsQueueConfig } from "@cdktf/provider-aws/lib/sqs-queue";
import { SqsQueuePolicy } from "@cdktf/provider-aws/lib/sqs-queue-policy";
import { Construct, type IConstruct } from "constructs";
import { type ConstructMetadata, checkOpen, Stack } from "../../app";
import { type Binding, bindingTarget } from "../../app/binding";
import { checkName } from "../../core/check-name";
import { isFifo } from "../../core/fifo";
import { findImport, overlay } from "../../core/override";
import {
  createConsumer,
  type EventSource,
  type Function,
  functionRef,
  HostFunctions,
  planConsumer,
} from "../../function";
import { findProviderTarget, type Permissions, permissionTarget } from "../../iam/permissions";
import { ResourcePolicy, resourcePolicy, tlsOnly } from "../../iam/resource-policy";
import { checkQueueProps, queueName } from "./check";
import { redrivePolicy } from "./dead-letter";
import { fail } from "./errors";
import type { QueueProps } from "./props";
import { checkVisibilityTimeout } from "./visibility-timeout";

/**
 * A queue: messages wait in it until a function has worked on them.
 *
 * Creates the queue, encrypted, with a policy that refuses everything that comes without TLS. A consumer adds a
 * function, whose role may receive and delete messages of this queue, and the mapping that hands them over in batches.
 *
 * @example
 * new Queue(stack, "Orders", { consumer: "functions/orders.process" });
 */
export class Queue extends Construct {
  readonly id: string;
  readonly queueArn: string;
  /** Where messages are sent to. */
  readonly queueUrl: string;
  readonly queueName: string;
  readonly cdk: {
    readonly queue: SqsQueue | DataAwsSqsQueue;
  };
  /**
   * The queue's policy, which topics, rules and buckets add to.
   *
   * @internal
   */
  readonly [resourcePolicy]: ResourcePolicy;
  private readonly functions: HostFunctions;
  private hasConsumer = false;

  constructor(scope: Construct, id: string, props: QueueProps = {}) {
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    checkQueueProps(this, props);
    const imported = findImport<SqsQueue | DataAwsSqsQueue>(
      this,
      "cdk.queue",
      props.cdk?.queue,
      "aws_sqs_queue",
    );
    const queue = imported ?? this.createQueue(props);
    this.queueArn = queue.arn;
    this.queueUrl = queue.url;
    this.queueName = queue.name;
    this.cdk = { queue };

    this[resourcePolicy] = this.createPolicy(imported !== undefined);
    this.functions = new HostFunctions(this, "consumer");
    if (props.consumer !== undefined) this.addConsumer(this, props.consumer);
  }

  private createQueue({ deadLetter, cdk }: QueueProps): SqsQueue {
    const given = (cdk?.queue ?? {}) as Partial<SqsQueueConfig>;
    const { kmsMasterKeyId, namePrefix } = given;
    const suffix = given.fifoQueue === true ? ".fifo" : "";
    const config: SqsQueueConfig = {
      name:
        namePrefix === undefined
          ? `${Stack.of(this).app.logicalPrefixedName(this.node.id)}${suffix}`
          : undefined,
      sqsManagedSseEnabled: kmsMasterKeyId === undefined ? true : undefined,
      redrivePolicy: redrivePolicy(this, deadLetter),
    };
    const merged = overlay(config, given);
    checkName(this, "cdk.queue.name", merged.name, queueName);
    return new SqsQueue(this, "Queue", merged);
  }

  private createPolicy(isImported: boolean): ResourcePolicy {
    const create = (policy: string) =>
      new SqsQueuePolicy(this, "Policy", { queueUrl: this.queueUrl, policy });
    const policy = new ResourcePolicy(this, {
      arn: this.queueArn,
      create: isImported ? undefined : create,
    });
    if (!isImported) policy.add(tlsOnly(["sqs:*"], [this.queueArn]));
    return policy;
  }

  /** The function that works on the messages; undefined without one of this library. */
  get consumerFunction(): Function | undefined {
    return this.functions.get("consumer");
  }

  /** Adds the consumer. What it needs is created below `scope`, which may be in another stack. */
  addConsumer(scope: Construct, consumer: NonNullable<QueueProps["consumer"]>): void {
    checkOpen(this, "addConsumer");
    if (this.hasConsumer) fail(this, "queue-second-consumer", "consumer", {});
    const source: EventSource = {
      owner: this,
      kind: "queue",
      isFifo: isFifo(this.cdk.queue) ?? false,
      arn: this.queueArn,
      access: [this, "grantConsumeMessages"],
    };
    const plan = planConsumer(source, "consumer", consumer);
    this.hasConsumer = true;
    const created = createConsumer(source, { scope, id: this.node.id, defaults: undefined }, plan);
    checkVisibilityTimeout(this, this.cdk.queue, created.timeoutSeconds);
    this.functions.add("consumer", created.function);
  }

  /** Adds statements to the queue's policy: who else may use the queue. */
  addToResourcePolicy(...statements: readonly unknown[]): void {
    checkOpen(this, "addToResourcePolicy");
    if (this[resourcePolicy].isForeign) fail(this, "imported-queue", "addToResourcePolicy", {});
    this[resourcePolicy].addStatements("addToResourcePolicy", statements);
  }

  /** Binds constructs to the consumer, also to one that is added later. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Lets the consumer do more, also one that is added later. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  [permissionTarget]() {
    return { ...findProviderTarget(this.cdk.queue), row: "Queue" as const, arn: this.queueArn };
  }

  [bindingTarget](): Binding {
    return {
      className: "Queue",
      id: this.id,
      variables: { queueUrl: this.queueUrl },
      permissions: [this],
    };
  }

  getConstructMetadata(): ConstructMetadata {
    return {
      type: "Queue",
      data: { name: this.queueName, url: this.queueUrl, consumer: functionRef(this.consumerFunction) },
    };
  }
}
