export type {
  TopicFunctionSubscriberProps,
  TopicOverride,
  TopicProps,
  TopicQueueSubscriberProps,
  TopicSubscription,
} from "./props";
export { Topic } from "./topic";
