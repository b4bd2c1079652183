import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { Topic } from "serverform/node/topic";
import type { Publish } from "../logic/events";

const client = new SNSClient({});

/** Publishes to the topic that the function is bound to. */
export const publishNews: Publish = async (item) => {
  await client.send(new PublishCommand({ TopicArn: Topic.News.topicArn, Message: JSON.stringify(item) }));
};
