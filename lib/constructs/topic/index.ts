export type {
  TopicFunctionSubscriberProps,
  TopicProps,
  TopicQueueSubscriberProps,
  TopicSubscription,
} from "./props";
export { Topic } from "./topic";
