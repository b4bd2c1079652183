export { Bucket } from "./bucket";
export type { BucketEvent } from "./events";
export type {
  BucketCorsRule,
  BucketFilter,
  BucketFunctionNotificationProps,
  BucketNotification,
  BucketProps,
  BucketQueueNotificationProps,
  BucketTopicNotificationProps,
} from "./props";
