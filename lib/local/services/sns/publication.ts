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
}

/** Reads a message to publish; in a batch, a prefix stands before the name of each parameter. */
export function publicationOf(topicArn: string, input: URLSearchParams, prefix: string): Publication {
  const get = (name: string): string | undefined => input.get(`${prefix}${name}`) ?? undefined;
  return {
    topicArn,
    message: get("Message") ?? "",
    subject: get("Subject"),
    attributes: parseAttributes(input, `${prefix}MessageAttributes.entry.`),
    isStructured: get("MessageStructure") === "json",
    groupId: get("MessageGroupId"),
    deduplicationId: get("MessageDeduplicationId"),
  };
}
