import { Topic, type TopicProps } from "../../../lib/constructs/topic";
import type { Stack } from "../../../lib/kit/app";
import { only, testStack } from "../../support/stack";

export const fn = "functions/notes.get";

export function topic(props: TopicProps = {}): { stack: Stack; topic: Topic } {
  const stack = testStack({ account: "111122223333" });
  return { stack, topic: new Topic(stack, "Orders", props) };
}

/** The statements of a policy in a stack. */
export function statements(
  stack: Stack,
  type: string,
): { Sid?: string; Action: unknown; Condition: unknown }[] {
  return JSON.parse(String(only(stack, type).policy)).Statement;
}
