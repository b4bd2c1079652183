import type { DataAwsKinesisStream } from "@cdktf/provider-aws/lib/data-aws-kinesis-stream";
import {
  KinesisStream as AwsKinesisStream,
  type KinesisStreamConfig,
} from "@cdktf/provider-aws/lib/kinesis-stream";
import type { Construct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  bindingTarget,
  claimId,
  constructId,
  createBinding,
  finish,
  isKept,
  Stack,
} from "../../kit/app";
import { preventDestroy, withoutUndefined } from "../../kit/core";
import { ConstructWithConsumers, recordFields, StreamConsumers } from "../../kit/function";
import { type PermissionTarget, permissionTarget, providerTarget } from "../../kit/iam";
import { type KinesisStreamMetadata, kinesisStreamDescription, kinesisStreamRow } from "./library";
import { parseKinesisStreamProps } from "./parse";
import type { KinesisStreamProps } from "./props";

/**
 * An ordered stream of records that several functions read, each from its own position.
 *
 * Creates an encrypted stream. Each consumer adds a function, whose role may read this stream, and the event source
 * mapping that delivers the records in batches.
 *
 * @example
 * new KinesisStream(stack, "Clicks", { consumers: { count: "functions/clicks.count" } });
 */
export class KinesisStream extends ConstructWithConsumers {
  readonly id: string;
  readonly streamArn: string;
  readonly streamName: string;
  readonly cdk: {
    readonly stream: AwsKinesisStream | DataAwsKinesisStream;
  };
  /** The created stream, and the caller's overrides; undefined for an imported stream. */
  private own:
    | { readonly stream: AwsKinesisStream; readonly given: Partial<KinesisStreamConfig> }
    | undefined;
  protected readonly consumers: StreamConsumers;

  constructor(scope: Construct, id: string, props: KinesisStreamProps = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    const { imported, override, config, consumers, createConsumers } = collectProblems(() => {
      const { defaults, ...parsed } = parseKinesisStreamProps(this, given);
      const consumers = new StreamConsumers(this, this.functions, defaults, () => ({
        owner: this,
        kind: "stream",
        fields: recordFields.stream,
        isFifo: false,
        startingPositions: ["LATEST", "TRIM_HORIZON", "AT_TIMESTAMP"],
        arn: () => this.streamArn,
        access: [this, "grantRead"],
      }));
      return { ...parsed, consumers, createConsumers: consumers.plan(this, parsed.consumers) };
    });
    this.consumers = consumers;
    const stream = imported ?? new AwsKinesisStream(this, "Stream", config);
    if (imported === undefined) this.own = { stream: stream as AwsKinesisStream, given: override };
    this.streamArn = stream.arn;
    this.streamName = stream.name;
    this.cdk = { stream };
    createConsumers();
  }

  [permissionTarget](): PermissionTarget {
    return { ...providerTarget(kinesisStreamRow, this.cdk.stream), arn: this.streamArn };
  }

  [bindingTarget](): Binding {
    return createBinding(kinesisStreamDescription, this, { streamName: this.streamName });
  }

  getConstructMetadata(): KinesisStreamMetadata {
    return {
      type: "KinesisStream",
      data: { streamName: this.streamName, consumers: this.consumers.metadata },
    };
  }

  [finish](): void {
    if (this.own === undefined) return;
    const { stream, given } = this.own;
    const { defaultRemovalPolicy: policy } = Stack.of(this).app;
    if (isKept(policy)) preventDestroy(stream);
    if (policy === "destroy" && given.enforceConsumerDeletion === undefined) {
      stream.enforceConsumerDeletion = true;
    }
  }
}
