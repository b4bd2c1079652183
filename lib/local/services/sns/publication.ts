import { jsonOf } from "../../../facts/text/json";
import { isValues, text, type Values } from "../../../model";
import { ServiceError } from "../contract/define-service";
import type { TracedInput } from "../contract/request-trace";
import { requestTrace } from "../contract/request-trace";
import { type MessageAttributes, parseAttributes } from "./attributes";

/** A published message. */
export interface Publication {
  readonly topicArn: string;
  readonly message: string;
  readonly subject: string | undefined;
  readonly attributes: MessageAttributes;
  /** Whether the message holds a text per protocol: `MessageStructure` is `json`. */
  readonly isStructured: boolean;
  readonly groupId: string | undefined;
  readonly deduplicationId: string | undefined;
  /** The header of X-Ray of the request. */
  readonly traceHeader: string | undefined;
}

/**
 * Reads a message to publish: the input itself, or an entry of a batch.
 *
 * @param path - the entry, in refusals: `publishBatchRequestEntries.1.member.`
 */
export function publicationOf(
  topicArn: string,
  input: TracedInput,
  entry: Values = input,
  path = "",
): Publication {
  const isStructured = text(entry, "MessageStructure") === "json";
  const message = text(entry, "Message") ?? "";
  if (isStructured) checkStructure(message);
  return {
    topicArn,
    message,
    subject: text(entry, "Subject"),
    attributes: parseAttributes(entry, path),
    isStructured,
    groupId: text(entry, "MessageGroupId"),
    deduplicationId: text(entry, "MessageDeduplicationId"),
    traceHeader: input[requestTrace],
  };
}

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
function checkStructure(message: string): void {
  const texts = jsonOf(message);
  if (isValues(texts) && typeof texts.default === "string") return;
  const problem = isValues(texts)
    ? "No default entry in JSON message body"
    : "JSON message body failed to parse";
  throw new ServiceError("InvalidParameter", `Invalid parameter: Message Structure - ${problem}`);
}
