import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import type { S3Bucket, S3BucketConfig } from "@cdktf/provider-aws/lib/s3-bucket";
import type { S3BucketPublicAccessBlockConfig } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import type { Duration } from "../../core/duration";
import type { Override } from "../../core/override";
import type { FunctionProps, FunctionReference } from "../../function";
import type { Queue } from "../queue";
import type { Topic } from "../topic";
import type { BucketEvent } from "./events";

/** Lets pages of other origins read or write objects by a browser. */
export interface BucketCorsRule {
  readonly allowedMethods: readonly ("GET" | "PUT" | "HEAD" | "POST" | "DELETE")[];
  /** Origins, with one `*` at most: `https://*.example.com`. */
  readonly allowedOrigins: readonly string[];
  /** Request headers that a page may send. @default - none beside the simple ones */
  readonly allowedHeaders?: readonly string[];
  /** Response headers that a page may read. @default - none beside the simple ones */
  readonly exposedHeaders?: readonly string[];
  /** A name of the rule. @default - none */
  readonly id?: string;
  /** How long a browser remembers the answer. @default - it asks each time */
  readonly maxAge?: Duration;
}

/** A part of a notification's filter. */
export interface BucketFilter {
  /** What the key begins with. @default - anything */
  readonly prefix?: string;
  /** What the key ends with. @default - anything */
  readonly suffix?: string;
}

interface NotificationProps {
  /** What it tells of. @default ["object_created", "object_removed"] */
  readonly events?: readonly BucketEvent[];
  /** Which objects it tells of: at most one prefix and one suffix. @default [] - all of them */
  readonly filters?: readonly BucketFilter[];
}

/** A notification that invokes a function. */
export interface BucketFunctionNotificationProps extends NotificationProps {
  /** @default "function" */
  readonly type?: "function";
  readonly function: FunctionReference;
}

/** A notification that goes to a queue, which then lets the bucket send there. */
export interface BucketQueueNotificationProps extends NotificationProps {
  /** May be left out. @default "queue" */
  readonly type?: "queue";
  readonly queue: Queue;
}

/** A notification that goes to a topic, which then lets the bucket publish to it. */
export interface BucketTopicNotificationProps extends NotificationProps {
  /** May be left out. @default "topic" */
  readonly type?: "topic";
  readonly topic: Topic;
}

/** What is told when an object comes or goes. */
export type BucketNotification =
  | FunctionReference
  | Queue
  | Topic
  | BucketFunctionNotificationProps
  | BucketQueueNotificationProps
  | BucketTopicNotificationProps;

/** Props of a bucket. */
export interface BucketProps {
  /** Name of the bucket, unlike that of any other bucket in the world. @default - AWS completes one from the names of app and stage */
  readonly name?: string;
  /**
   * Lets pages of other origins use the bucket by a browser. `true`: every origin, method and header.
   *
   * @default false - none of them
   */
  readonly cors?: boolean | readonly BucketCorsRule[];
  /** What is told when an object comes or goes, by a name of yours. @default {} */
  readonly notifications?: Readonly<Record<string, BucketNotification>>;
  /** What holds for all notifications, those added later too. @default - nothing */
  readonly defaults?: {
    /** Props of the functions that the notifications make. @default - none */
    readonly function?: Partial<FunctionProps>;
  };
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /**
     * An existing bucket, used as it is, or keys laid over the created one. Notifications of an existing bucket replace
     * those that it has.
     *
     * @default - created
     */
    readonly bucket?: S3Bucket | DataAwsS3Bucket | Override<Omit<S3BucketConfig, "policy" | "corsRule">>;
    /**
     * Keys laid over the block of public access, or `false` for none: then a policy may make objects public.
     *
     * @default - all public access is blocked
     */
    readonly publicAccessBlock?: false | Override<Omit<S3BucketPublicAccessBlockConfig, "bucket">>;
  };
}
