import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Topics of the app, by id; synthesis writes them. */
export interface TopicResources extends WrittenAtSynthesis {}

/**
 * The topics that this function is bound to.
 *
 * @example
 * new PublishCommand({ TopicArn: Topic.news.topicArn, Message: message });
 */
export const Topic = boundResources<TopicResources>({ className: "Topic", variables: ["topicArn"] });
