export { Bucket } from "./bucket";
export type { BucketEvent } from "./events";
export type {
  BucketCorsRule,
  BucketFilter,
  BucketFunctionNotificationProps,
  BucketNotification,
  BucketOverride,
  BucketProps,
  BucketPublicAccessBlockOverride,
  BucketQueueNotificationProps,
  BucketTopicNotificationProps,
} from "./props";
