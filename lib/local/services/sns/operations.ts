import type { Values } from "../../model/model";
import { flag } from "../../model/values";
import { type Operation, ServiceError } from "../contract/define-service";
import type { QueryResult } from "../contract/query-protocol";
import { type Publication, publicationOf } from "./publication";
import type { SnsTopics } from "./topics";

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_Operations.html */
export const snsOperations = {
  ListTopics: (topics) => ({ Topics: topics.arns.map((TopicArn) => ({ TopicArn })) }),

  Publish: (topics, input) => {
    const topicArn = input.get("TopicArn") ?? input.get("TargetArn") ?? "";
    const { values } = topics.require(topicArn);
    const publication = publicationOf(topicArn, input, "");
    checkPublication(values, publication);
    return resultOf(topics.publish(publication));
  },

  PublishBatch: (topics, input) => {
    const topicArn = input.get("TopicArn") ?? "";
    const { values } = topics.require(topicArn);
    const ids: string[] = [];
    while (input.has(entryKey(ids.length + 1, "Id")))
      ids.push(input.get(entryKey(ids.length + 1, "Id")) ?? "");
    checkBatch(ids);
    const successful: QueryResult[] = [];
    const failed: QueryResult[] = [];
    for (const [index, id] of ids.entries()) {
      try {
        const publication = publicationOf(topicArn, input, entryKey(index + 1, ""));
        checkPublication(values, publication);
        successful.push({ Id: id, ...resultOf(topics.publish(publication)) });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        failed.push({ Id: id, Code: error.code, Message: error.message, SenderFault: "true" });
      }
    }
    return { Successful: successful, Failed: failed };
  },
} satisfies Record<string, Operation<SnsTopics, URLSearchParams, QueryResult>>;

const entryKey = (index: number, name: string): string =>
  `PublishBatchRequestEntries.member.${index}.${name}`;

function resultOf({ id, sequenceNumber }: ReturnType<SnsTopics["publish"]>): {
  readonly [name: string]: string;
} {
  return { MessageId: id, ...(sequenceNumber !== undefined && { SequenceNumber: sequenceNumber }) };
}

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_PublishBatch.html */
function checkBatch(ids: readonly string[]): void {
  if (ids.length === 0) {
    throw new ServiceError("EmptyBatchRequest", "The batch request doesn't contain any entries.");
  }
  if (ids.length > 10) {
    throw new ServiceError(
      "TooManyEntriesInBatchRequest",
      "The batch request contains more entries than permissible.",
    );
  }
  if (new Set(ids).size < ids.length) {
    throw new ServiceError(
      "BatchEntryIdsNotDistinct",
      "Two or more batch entries in the request have the same Id.",
    );
  }
}

const mostBytes = 256 * 1024;

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
function checkPublication(topic: Values, { message, groupId, deduplicationId }: Publication): void {
  const invalid = (problem: string) => new ServiceError("InvalidParameter", `Invalid parameter: ${problem}`);
  if (message === "") throw invalid("Empty message");
  if (Buffer.byteLength(message) > mostBytes) throw invalid("Message too long");
  if (flag(topic, "fifo_topic") !== true) {
    if (deduplicationId === undefined) return;
    throw invalid(
      "MessageDeduplicationId Reason: The request includes MessageDeduplicationId parameter that is not valid for this topic type",
    );
  }
  if (groupId === undefined) throw invalid("The MessageGroupId parameter is required for FIFO topics");
  const isByContent = flag(topic, "content_based_deduplication") === true;
  if (deduplicationId === undefined && !isByContent) {
    throw invalid(
      "The topic should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly",
    );
  }
}
