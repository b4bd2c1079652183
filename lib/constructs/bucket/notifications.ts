import { S3BucketNotification } from "@cdktf/provider-aws/lib/s3-bucket-notification";
import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { collectProblems, mapTogether, together } from "../../facts/errors/problems";
import { keptName, Stack } from "../../kit/app";
import { checkPartNames, escapeTemplate, isFifo, waitForAccess } from "../../kit/core";
import {
  planFunctionReceiver,
  planPolicyReceiver,
  type Receiver,
  type ReceiverPlace,
  type Sender,
} from "../../kit/events";
import { type EventDestination, functionRef, parseEventDestination } from "../../kit/function";
import { type PolicySource, resourcePolicy } from "../../kit/iam";
import type { Queue } from "../queue";
import type { Topic } from "../topic";
import type { Bucket } from "./bucket";
import { fail } from "./errors";
import { commonEvent, type NotificationScope, parseNotificationScope } from "./filters";
import type { BucketProps } from "./props";

const remedy = 'Write what is notified: function: "functions/images.resize".';
const replaced =
  "serverform: the notifications of an imported bucket replace all existing notifications of the bucket";
const options = { keys: ["events", "filters"] };
const forms = { function: options, queue: options, topic: options };

type Kind = keyof typeof forms;

/** A notification that has been checked. Nothing has been created for it. */
interface Planned {
  readonly name: string;
  readonly prop: string;
  readonly kind: Kind;
  /** The events and objects of the notification. */
  readonly notifies: NotificationScope;
  readonly create: () => Receiver;
}

type Added = Planned & Receiver;

/** Facts of a bucket for its notifications. */
export interface BucketFacts {
  /** The name; undefined if it is known only at deployment. */
  readonly literalName: string | undefined;
  /** Whether all events go to EventBridge, too. */
  readonly eventBridge: boolean;
}

/** The ARN of a bucket as a literal for another stack; undefined if AWS chooses the name. */
export const writtenBucketArn = ({ partition }: Stack, name: string | undefined): string | undefined =>
  name === undefined ? undefined : formatArn({ partition }, "s3", name);

/** The notifications of a bucket. One resource in the bucket's stack holds all of them. */
export class BucketNotifications {
  private readonly added = new Map<string, Added>();

  constructor(
    private readonly sender: Sender<Bucket>,
    private readonly facts: BucketFacts,
  ) {}

  private get bucket(): Bucket {
    return this.sender.owner;
  }

  get metadata() {
    const names = [...this.added.keys()];
    return {
      notifications: names.map((name) => functionRef(this.sender.functions.get(name))),
      notificationNames: names,
    };
  }

  /** The events and objects of each notification, by name. */
  get scopes(): ReadonlyMap<string, NotificationScope> {
    return new Map([...this.added].map(([name, { notifies }]) => [name, notifies]));
  }

  /** Adds notifications; functions are created below `scope`. Checks all of them before it creates the first one. */
  add(scope: Construct, notifications: NonNullable<BucketProps["notifications"]>): void {
    collectProblems(() => this.plan(scope, notifications))();
  }

  /** Refuses notifications that cannot work; the returned function creates them. */
  plan(scope: Construct, notifications: NonNullable<BucketProps["notifications"]>): () => void {
    checkPartNames(scope, notifications, {
      owner: this.bucket,
      part: "notification",
      prop: "notifications",
      isTaken: (name) => this.added.has(name),
      idsOf: (name) => [this.idOf(name)],
    });
    const planned = mapTogether(Object.entries(notifications), ([name, given]) =>
      this.planOne({ scope, key: name, prop: `notifications[${JSON.stringify(name)}]` }, given),
    );
    this.checkOverlaps(planned);
    return () => {
      for (const each of planned) this.added.set(each.name, { ...each, ...each.create() });
    };
  }

  private idOf(name: string): string {
    return `Notification_${keptName(this.bucket)}_${name}`;
  }

  private planOne(place: ReceiverPlace, given: unknown): Planned {
    const { bucket } = this;
    const { key: name, prop } = place;
    const destination = parseEventDestination(bucket, prop, given, forms, remedy);
    const [notifies, create] = together(
      () => parseNotificationScope(bucket, prop, destination.options),
      () => this.kinds[destination.kind](place, destination),
    );
    return { name, prop, kind: destination.kind, notifies, create };
  }

  private checkOverlaps(planned: readonly Planned[]): void {
    const before: Planned[] = [...this.added.values()];
    for (const each of planned) {
      for (const other of before) {
        const event = commonEvent(each.notifies, other.notifies);
        if (event === undefined) continue;
        fail(this.bucket, "bucket-notifications-overlap", each.prop, { other: other.name, event });
      }
      before.push(each);
    }
  }

  private readonly kinds = {
    function: (place, destination) => {
      const { bucket, sender } = this;
      const create = planFunctionReceiver(sender, place, this.idOf(place.key), destination);
      return () =>
        create({
          // The bucket's stack refers to the function, so a permission in the function's stack would refer back.
          scope: bucket,
          id: `Permission_${place.key}`,
          sourceArn: bucket.bucketArn,
          sourceAccount: Stack.of(bucket).account,
        });
    },
    queue: (place, { value }) => {
      const queue = value as Queue;
      return this.planPolicy(place, queue, {
        object: queue.cdk.queue,
        arn: queue.queueArn,
        part: "queue",
        action: "sqs:SendMessage",
      });
    },
    topic: (place, { value }) => {
      const topic = value as Topic;
      return this.planPolicy(place, topic, {
        object: topic.cdk.topic,
        arn: topic.topicArn,
        part: "topic",
        action: "sns:Publish",
      });
    },
  } satisfies Record<Kind, (place: ReceiverPlace, destination: EventDestination<Kind>) => () => Receiver>;

  /** A queue or topic, whose policy must allow the bucket. */
  private planPolicy(
    { key, prop }: ReceiverPlace,
    destination: Queue | Topic,
    {
      object,
      arn,
      part,
      action,
    }: { readonly object: object; readonly arn: string; readonly part: string; readonly action: string },
  ): () => Receiver {
    const { bucket, sender } = this;
    if (isFifo(object) === true)
      fail(bucket, "bucket-destination-fifo", prop, { part, value: destination.node.path });
    const source: PolicySource = {
      construct: bucket,
      prop,
      arn: () => bucket.bucketArn,
      writtenArn: (stack) => writtenBucketArn(stack, this.facts.literalName),
      nameProp: "name",
      link: bucket,
    };
    const receiver = { construct: destination, object, arn, action };
    return planPolicyReceiver(sender, { scope: bucket, key, prop }, receiver, source, true);
  }

  /** Creates or updates the resource, after all notifications have been added. */
  finish(): void {
    const { bucket } = this;
    const { eventBridge } = this.facts;
    if (this.added.size === 0 && !eventBridge) return;
    if (bucket[resourcePolicy].isForeign) Stack.of(bucket).app.addNotice(replaced, bucket);
    const resource = new S3BucketNotification(bucket, "Notification", {
      bucket: bucket.bucketName,
      eventbridge: eventBridge || undefined,
    });
    const [functions, queues, topics] = [this.blocks("function"), this.blocks("queue"), this.blocks("topic")];
    if (functions.length > 0) {
      resource.putLambdaFunction(
        functions.map(({ arn, ...block }) => ({ ...block, lambdaFunctionArn: arn })),
      );
    }
    if (queues.length > 0)
      resource.putQueue(queues.map(({ arn, ...block }) => ({ ...block, queueArn: arn })));
    if (topics.length > 0)
      resource.putTopic(topics.map(({ arn, ...block }) => ({ ...block, topicArn: arn })));
    waitForAccess(
      resource,
      [...this.added.values()].map(({ allowedBy }) => allowedBy),
    );
  }

  /** Sorted by name, so that the order of the calls has no effect. */
  private blocks(kind: Kind) {
    const all = [...this.added.values()].filter((each) => each.kind === kind);
    return all
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, arn, notifies: { events, prefix, suffix } }) => ({
        id: escapeTemplate(name),
        arn,
        events: [...events],
        filterPrefix: prefix === "" ? undefined : escapeTemplate(prefix),
        filterSuffix: suffix === "" ? undefined : escapeTemplate(suffix),
      }));
  }
}
