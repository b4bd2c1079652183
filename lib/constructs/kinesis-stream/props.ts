import type { DataAwsKinesisStream } from "@cdktf/provider-aws/lib/data-aws-kinesis-stream";
import type {
  KinesisStream as AwsKinesisStream,
  KinesisStreamConfig,
} from "@cdktf/provider-aws/lib/kinesis-stream";
import type { Override } from "../../core/override";
import type { FunctionProps, FunctionReference, StreamConsumerProps } from "../../function";

/** Props of a stream. */
export interface KinesisStreamProps {
  /** What reads the stream, by names of yours; each of them gets every record. @default {} */
  readonly consumers?: Readonly<Record<string, FunctionReference | StreamConsumerProps>>;
  /** What holds for all consumers, those added later too. @default - nothing */
  readonly defaults?: {
    /** Props of the functions that the consumers make. @default - none */
    readonly function?: Partial<FunctionProps>;
  };
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /**
     * An existing stream, used as it is, or keys laid over the created one.
     *
     * @default - created: one shard, records kept for 24 hours, encrypted with AWS's key for streams
     */
    readonly stream?: AwsKinesisStream | DataAwsKinesisStream | Override<KinesisStreamConfig>;
  };
}
