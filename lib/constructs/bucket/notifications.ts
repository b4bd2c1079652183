import { S3BucketNotification } from "@cdktf/provider-aws/lib/s3-bucket-notification";
import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../app";
import { waitFor } from "../../core/depends-on";
import { escapeTemplate } from "../../core/escape";
import { isFifo } from "../../core/fifo";
import { checkPartNames } from "../../core/part-names";
import {
  addFunctionReceiver,
  functionRef,
  type HostFunctions,
  parseReceiver,
  type Receiver,
} from "../../function";
import type { BackReferences } from "../../iam/back-reference";
import { resourcePolicy } from "../../iam/resource-policy";
import type { Queue } from "../queue";
import type { Topic } from "../topic";
import type { Bucket } from "./bucket";
import { fail } from "./errors";
import { commonEvent, type NotificationScope, parseNotificationScope } from "./filters";
import type { BucketProps } from "./props";

const service = "s3.amazonaws.com";
const remedy = 'Name what is told: function: "functions/images.resize".';
const replaced =
  "serverform: the notifications of an imported bucket replace all that it has; what others have set on it is gone";
const options = { keys: ["events", "filters"] };
const forms = { function: options, queue: options, topic: options };

type Kind = keyof typeof forms;

interface Planned {
  readonly name: string;
  readonly prop: string;
  readonly receiver: Receiver<Kind>;
  readonly tells: NotificationScope;
}

interface Added extends Planned {
  readonly arn: string;
  /** What lets the bucket reach it; undefined for an imported queue or topic. */
  readonly allowedBy: TerraformResource | undefined;
}

/** The notifications of a bucket: one resource for all of them, in the bucket's stack. */
export class BucketNotifications {
  private readonly added = new Map<string, Added>();

  constructor(
    private readonly bucket: Bucket,
    private readonly defaults: NonNullable<BucketProps["defaults"]>,
    private readonly functions: HostFunctions,
    private readonly back: BackReferences,
  ) {}

  get metadata() {
    const names = [...this.added.keys()];
    return {
      notifications: names.map((name) => functionRef(this.functions.get(name))),
      notificationNames: names,
    };
  }

  /** What each function is told of, by the name of the notification. */
  get scopes(): ReadonlyMap<string, NotificationScope> {
    return new Map([...this.added].map(([name, { tells }]) => [name, tells]));
  }

  /** Adds notifications; functions are created below `scope`. All of them are checked before the first is created. */
  add(scope: Construct, notifications: NonNullable<BucketProps["notifications"]>): void {
    const { bucket } = this;
    checkPartNames(scope, notifications, {
      owner: bucket,
      part: "notification",
      prop: "notifications",
      isTaken: (name) => this.added.has(name),
      idsOf: (name) => [this.idOf(name)],
    });
    const planned = Object.entries(notifications).map(([name, given]) => this.plan(name, given));
    this.checkOverlaps(planned);
    for (const each of planned)
      this.added.set(each.name, { ...each, ...this.reach[each.receiver.kind](scope, each) });
  }

  private idOf(name: string): string {
    return `Notification_${this.bucket.id}_${name}`;
  }

  private plan(name: string, given: unknown): Planned {
    const { bucket } = this;
    const prop = `notifications[${JSON.stringify(name)}]`;
    const receiver = parseReceiver(bucket, prop, given, forms, remedy);
    const { kind, value } = receiver;
    if (kind !== "function") {
      const { cdk, node } = value as Queue | Topic;
      const object = "queue" in cdk ? cdk.queue : cdk.topic;
      if (isFifo(object) === true)
        fail(bucket, "bucket-destination-fifo", prop, { part: kind, value: node.path });
    }
    return { name, prop, receiver, tells: parseNotificationScope(bucket, prop, receiver.options) };
  }

  private checkOverlaps(planned: readonly Planned[]): void {
    const before: Planned[] = [...this.added.values()];
    for (const each of planned) {
      for (const other of before) {
        const event = commonEvent(each.tells, other.tells);
        if (event === undefined) continue;
        fail(this.bucket, "bucket-notifications-overlap", each.prop, { other: other.name, event });
      }
      before.push(each);
    }
  }

  private readonly reach: Readonly<
    Record<Kind, (scope: Construct, planned: Planned) => Pick<Added, "arn" | "allowedBy">>
  > = {
    function: (scope, { name, prop, receiver }) => {
      const { bucket, defaults, functions } = this;
      const { arn, stack, permission } = addFunctionReceiver({
        owner: bucket,
        scope,
        defaults: defaults.function,
        id: this.idOf(name),
        key: name,
        receiver,
        functions,
        permission: {
          // The bucket's stack names the function, so that a permission beside the function would name the bucket back.
          scope: bucket,
          id: `Permission_${name}`,
          principal: service,
          sourceArn: bucket.bucketArn,
          sourceAccount: Stack.of(bucket).account,
        },
      });
      this.back.note(bucket, stack, prop);
      return { arn, allowedBy: permission };
    },
    queue: (_scope, { name, prop, receiver }) => {
      const queue = receiver.value as Queue;
      this.allow(name, prop, queue, "sqs:SendMessage");
      return { arn: queue.queueArn, allowedBy: queue[resourcePolicy].resource };
    },
    topic: (_scope, { name, prop, receiver }) => {
      const topic = receiver.value as Topic;
      this.allow(name, prop, topic, "sns:Publish");
      return { arn: topic.topicArn, allowedBy: topic[resourcePolicy].resource };
    },
  };

  private allow(name: string, prop: string, receiver: Queue | Topic, action: string): void {
    const { bucket } = this;
    this.functions.add(name, undefined);
    this.back.note(bucket, Stack.of(receiver), prop);
    const source = { ...bucket.policySource(prop), link: bucket };
    receiver[resourcePolicy].allow({ service, action, source, isOfAccount: true });
  }

  /** Creates the resource, once every notification is there. */
  finish(): void {
    const { bucket } = this;
    if (this.added.size === 0) return;
    if (bucket[resourcePolicy].isForeign) Stack.of(bucket).app.addNotice(replaced, bucket);
    const resource = new S3BucketNotification(bucket, "Notification", { bucket: bucket.bucketName });
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
    const stack = Stack.of(bucket);
    const allowedBy = [...this.added.values()].flatMap((each) => each.allowedBy ?? []);
    waitFor(
      resource,
      allowedBy.filter((each) => Stack.of(each) === stack),
    );
  }

  /** By name: the order in which they were added says nothing. */
  private blocks(kind: Kind) {
    const all = [...this.added.values()].filter(({ receiver }) => receiver.kind === kind);
    return all
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, arn, tells: { events, prefix, suffix } }) => ({
        id: escapeTemplate(name),
        arn,
        events: [...events],
        filterPrefix: prefix === "" ? undefined : escapeTemplate(prefix),
        filterSuffix: suffix === "" ? undefined : escapeTemplate(suffix),
      }));
  }
}
