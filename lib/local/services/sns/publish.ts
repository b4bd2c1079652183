import { blocks, flag, text, type Values } from "../../../model";
import { ServiceError } from "../contract/define-service";
import type { TracedInput } from "../contract/request-trace";
import { attributesSize, type Publication, publicationOf } from "./publication";
import type { SnsTopics } from "./topics";

const invalid = (problem: string) => new ServiceError("InvalidParameter", `Invalid parameter: ${problem}`);

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
export function publishMessage(topics: SnsTopics, input: TracedInput): object {
  const phoneNumber = text(input, "PhoneNumber");
  if (phoneNumber !== undefined) return topics.sendText(phoneNumber, publicationOf("", input));
  const topicArn = text(input, "TopicArn") ?? text(input, "TargetArn");
  if (topicArn === undefined) throw invalid("TopicArn or TargetArn Reason: no value for required parameter");
  if (/:endpoint\//.test(topicArn)) {
    throw invalid("TargetArn Reason: No endpoint found for the target arn specified");
  }
  const { values } = topics.require(topicArn);
  const publication = publicationOf(topicArn, input);
  checkContent(publication);
  checkFifo(values, publication);
  return resultOf(topics.publish(publication));
}

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_PublishBatch.html */
export function publishBatch(topics: SnsTopics, input: TracedInput): object {
  const topicArn = text(input, "TopicArn") ?? "";
  const { values } = topics.require(topicArn);
  const entries = blocks(input, "PublishBatchRequestEntries");
  const ids = entries.map((entry) => text(entry, "Id") ?? "");
  checkBatch(ids);
  // A parameter that is missing or malformed refuses the batch as a whole.
  const publications = entries.map((entry, index) =>
    publicationOf(topicArn, input, entry, `publishBatchRequestEntries.${index + 1}.member.`),
  );
  checkSize(publications);
  for (const publication of publications) checkFifo(values, publication);
  const successful: object[] = [];
  const failed: object[] = [];
  for (const [index, publication] of publications.entries()) {
    const Id = ids[index];
    try {
      checkContent(publication);
      successful.push({ Id, ...resultOf(topics.publish(publication)) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failed.push({ Id, Code: error.code, Message: error.message, SenderFault: "true" });
    }
  }
  return { Successful: successful, Failed: failed };
}

function resultOf({ id, sequenceNumber }: ReturnType<SnsTopics["publish"]>) {
  return { MessageId: id, ...(sequenceNumber !== undefined && { SequenceNumber: sequenceNumber }) };
}

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
  for (const id of ids) checkEntryId(id);
  if (new Set(ids).size < ids.length) {
    throw new ServiceError(
      "BatchEntryIdsNotDistinct",
      "Two or more batch entries in the request have the same Id.",
    );
  }
}

const mostIdCharacters = 80;

/** The words are recorded: test/local/recorded/sns/publish.json. */
function checkEntryId(id: string): void {
  const wrong = /^[\w-]*$/.test(id) ? undefined : "contains an impermissible character";
  const problem = wrong ?? (id.length > mostIdCharacters ? "is too long" : undefined);
  if (problem === undefined) return;
  const message = `The Id of a batch entry in the batch request ${problem}: ${id}`;
  throw new ServiceError("InvalidBatchEntryId", message);
}

const mostBytes = 256 * 1024;

const bytesOf = ({ message, attributes }: Publication): number =>
  Buffer.byteLength(message) + attributesSize(attributes);

function checkSize(publications: readonly Publication[]): void {
  const bytes = publications.map(bytesOf).reduce((sum, each) => sum + each, 0);
  if (bytes <= mostBytes || publications.length === 1) return;
  throw new ServiceError(
    "BatchRequestTooLong",
    "The length of all the messages put together is more than the limit.",
  );
}

const mostSubject = 100;

function checkContent(publication: Publication): void {
  const { message, subject } = publication;
  if (message === "") throw invalid("Empty message");
  if (bytesOf(publication) > mostBytes) throw invalid("Message too long");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a subject may not contain them
  const isSubject = subject === undefined || /^[^\u0000-\u001f\u007f]+$/.test(subject);
  if (!isSubject || [...(subject ?? "")].length > mostSubject) throw invalid("Subject");
}

function checkFifo(topic: Values, { groupId, deduplicationId }: Publication): void {
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
