import { flag } from "../../model/values";
import { type Operation, ServiceError } from "../contract/define-service";
import type { QueryResult } from "../contract/query-protocol";
import { publicationOf } from "./publication";
import type { SnsTopics } from "./topics";

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_Operations.html */
export const snsOperations = {
  ListTopics: (topics) => ({ Topics: topics.arns.map((TopicArn) => ({ TopicArn })) }),

  Publish: (topics, input) => {
    const topicArn = input.get("TopicArn") ?? input.get("TargetArn") ?? "";
    const { values } = topics.require(topicArn);
    if ((input.get("Message") ?? "") === "") {
      throw new ServiceError("InvalidParameter", "Invalid parameter: Empty message");
    }
    if (flag(values, "fifo_topic") === true && !input.has("MessageGroupId")) {
      throw new ServiceError(
        "InvalidParameter",
        "Invalid parameter: The MessageGroupId parameter is required for FIFO topics",
      );
    }
    return { MessageId: topics.publish(publicationOf(topicArn, input, "")) };
  },

  PublishBatch: (topics, input) => {
    const topicArn = input.get("TopicArn") ?? "";
    topics.require(topicArn);
    const successful: QueryResult[] = [];
    for (let index = 1; input.has(entryKey(index, "Id")); index += 1) {
      const messageId = topics.publish(publicationOf(topicArn, input, entryKey(index, "")));
      successful.push({ Id: input.get(entryKey(index, "Id")) ?? "", MessageId: messageId });
    }
    return { Successful: successful, Failed: [] };
  },
} satisfies Record<string, Operation<SnsTopics, URLSearchParams, QueryResult>>;

const entryKey = (index: number, name: string): string =>
  `PublishBatchRequestEntries.member.${index}.${name}`;
