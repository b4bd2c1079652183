import type { DataAwsKinesisStream } from "@cdktf/provider-aws/lib/data-aws-kinesis-stream";
import type {
  KinesisStream as AwsKinesisStream,
  KinesisStreamConfig,
} from "@cdktf/provider-aws/lib/kinesis-stream";
import type { MapOf, Override } from "../../kit/core";
import type { FunctionProps, FunctionReference, StreamConsumerProps } from "../../kit/function";

/** Keys of the stream that the caller may override. */
export type KinesisStreamOverride = Override<KinesisStreamConfig>;

/** Props of a stream. */
export interface KinesisStreamProps {
  /** Consumers of the stream, by names that you choose; each of them gets every record. @default {} */
  readonly consumers?: MapOf<FunctionReference | StreamConsumerProps> | undefined;
  /** Defaults for all consumers, also for those added later. @default - none */
  readonly defaults?:
    | {
        /** Props of the functions that are created for the consumers. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /**
         * An existing stream, used unchanged, or keys that override the created one.
         *
         * @default - created: one shard, records kept for 24 hours, encrypted with AWS's key for streams
         */
        readonly stream?: AwsKinesisStream | DataAwsKinesisStream | KinesisStreamOverride | undefined;
      }
    | undefined;
}
