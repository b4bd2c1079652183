import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import type { S3Bucket, S3BucketConfig } from "@cdktf/provider-aws/lib/s3-bucket";
import type { S3BucketPublicAccessBlockConfig } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import type { Duration, MapOf, Override } from "../../kit/core";
import type { FunctionProps, FunctionReference } from "../../kit/function";
import type { Queue } from "../queue";
import type { Topic } from "../topic";
import type { BucketEvent } from "./events";

/** A CORS rule: lets pages of other origins read or write objects. */
export interface BucketCorsRule {
  /** Methods that pages of these origins may use. */
  readonly allowedMethods: readonly ("GET" | "PUT" | "HEAD" | "POST" | "DELETE")[];
  /** Origins, with at most one `*`: `https://*.example.com`. */
  readonly allowedOrigins: readonly string[];
  /** Request headers that a page may send. @default - only CORS-safelisted headers */
  readonly allowedHeaders?: readonly string[] | undefined;
  /** Response headers that a page may read. @default - only CORS-safelisted headers */
  readonly exposedHeaders?: readonly string[] | undefined;
  /** Name of the rule. @default - none */
  readonly id?: string | undefined;
  /** How long browsers may cache a preflight response. @default - not cached */
  readonly maxAge?: Duration | undefined;
}

/** A filter of a notification. */
export interface BucketFilter {
  /** Prefix of the key. @default - any */
  readonly prefix?: string | undefined;
  /** Suffix of the key. @default - any */
  readonly suffix?: string | undefined;
}

interface NotificationProps {
  /** Events of the notification. @default ["object_created", "object_removed"] */
  readonly events?: readonly BucketEvent[] | undefined;
  /** Objects of the notification: at most one prefix and one suffix. @default [] - all objects */
  readonly filters?: readonly BucketFilter[] | undefined;
}

/** A notification that invokes a function. */
export interface BucketFunctionNotificationProps extends NotificationProps {
  /** Sends the events to a function. @default "function" */
  readonly type?: "function" | undefined;
  /** The function that gets the events. */
  readonly function: FunctionReference;
}

/** A notification that is sent to a queue. The policy of the queue then allows the bucket. */
export interface BucketQueueNotificationProps extends NotificationProps {
  /** Optional. @default "queue" */
  readonly type?: "queue" | undefined;
  /** The queue that gets the events. Its policy then allows the bucket to send. */
  readonly queue: Queue;
}

/** A notification that is published to a topic. The policy of the topic then allows the bucket. */
export interface BucketTopicNotificationProps extends NotificationProps {
  /** Optional. @default "topic" */
  readonly type?: "topic" | undefined;
  /** The topic that gets the events. Its policy then allows the bucket to publish. */
  readonly topic: Topic;
}

/** A function, queue or topic that is notified of objects. */
export type BucketNotification =
  | FunctionReference
  | Queue
  | Topic
  | BucketFunctionNotificationProps
  | BucketQueueNotificationProps
  | BucketTopicNotificationProps;

/** Keys of the bucket that the caller may override. */
export type BucketOverride = Override<Omit<S3BucketConfig, "policy" | "corsRule">>;

/** Keys of the public access block that the caller may override. */
export type BucketPublicAccessBlockOverride = Override<Omit<S3BucketPublicAccessBlockConfig, "bucket">>;

/** Props of a bucket. */
export interface BucketProps {
  /**
   * Globally unique name of the bucket. Changing it replaces the bucket, which Terraform does only when it is empty.
   *
   * @default - AWS completes one from the names of app and stage
   */
  readonly name?: string | undefined;
  /**
   * CORS rules. `true` allows every origin, method and header.
   *
   * @default false - no other origin
   */
  readonly cors?: boolean | readonly BucketCorsRule[] | undefined;
  /** Notifications of created and removed objects, by a name that you choose. @default {} */
  readonly notifications?: MapOf<BucketNotification> | undefined;
  /**
   * Whether the bucket also sends all its events to the default event bus of the account, where rules of an `EventBus`
   * match them with the source `aws.s3`.
   *
   * @default false
   */
  readonly eventBridge?: boolean | undefined;
  /** Defaults for all notifications, also for those added later. @default - none */
  readonly defaults?:
    | {
        /** Props of the functions that are created for the notifications. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /**
         * An existing bucket, used unchanged, or keys that override the created one. Notifications replace all those
         * of an existing bucket.
         *
         * @default - created
         */
        readonly bucket?: S3Bucket | DataAwsS3Bucket | BucketOverride | undefined;
        /**
         * Keys that override the public access block, or `false` to turn off all four settings: then a policy can make
         * objects public.
         *
         * @default - all public access is blocked
         */
        readonly publicAccessBlock?: false | BucketPublicAccessBlockOverride | undefined;
      }
    | undefined;
}
