import { jsonOf } from "../../../facts/text/json";
import { isValues } from "../../../model";
import { ServiceError } from "../contract/define-service";
import { type MessageAttributes, parseAttributes } from "./attributes";
import type { SnsInput } from "./input";

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

/** Reads a message to publish; in a batch, the name of each parameter has a prefix. */
export function publicationOf(topicArn: string, input: SnsInput, prefix: string): Publication {
  const get = (name: string): string | undefined => input.get(`${prefix}${name}`) ?? undefined;
  if (get("MessageStructure") === "json") checkStructure(get("Message") ?? "");
  return {
    topicArn,
    message: get("Message") ?? "",
    subject: get("Subject"),
    attributes: parseAttributes(input, prefix),
    isStructured: get("MessageStructure") === "json",
    groupId: get("MessageGroupId"),
    deduplicationId: get("MessageDeduplicationId"),
    traceHeader: input.traceHeader,
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
