import type { Message } from "./message";

/**
 * The groups of a FIFO queue in the order in which they have their turn: a group whose messages were received goes to the end.
 *
 * Recorded in AWS: tests/aws/services/sqs of https://github.com/localstack/localstack (test_fifo_receive_message_group_id_ordering
 * and the tests of visibility behind it).
 */
export class GroupTurns {
  private groups = new Set<string>();

  /** Messages group by group. A batch holds as many messages of a group as there are, before those of the next. */
  order(messages: readonly Message[]): readonly Message[] {
    const byGroup = new Map<string, Message[]>([...this.groups].map((group) => [group, []]));
    for (const message of messages) {
      const group = groupOf(message);
      const members = byGroup.get(group);
      if (members === undefined) byGroup.set(group, [message]);
      else members.push(message);
    }
    const present = [...byGroup].filter(([, members]) => members.length > 0);
    this.groups = new Set(present.map(([group]) => group));
    return present.flatMap(([, members]) => members);
  }

  /** Takes note that messages were received. */
  received(messages: readonly Message[]): void {
    for (const group of new Set(messages.map(groupOf))) {
      this.groups.delete(group);
      this.groups.add(group);
    }
  }
}

export function groupOf({ groupId = "" }: Message): string {
  return groupId;
}

/**
 * The messages of a standard queue. Groups with more messages in flight wait for the others, so that a busy one does not hold up the quiet
 * ones.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export function fairOrder(messages: readonly Message[], now: number): readonly Message[] {
  if (!messages.some(({ groupId }) => groupId !== undefined)) return [...messages];
  const load = new Map<string | undefined, number>();
  for (const { groupId, visibleAt, receiveCount } of messages) {
    if (visibleAt > now && receiveCount > 0) load.set(groupId, (load.get(groupId) ?? 0) + 1);
  }
  const turns = messages.map((message) => {
    const { groupId, visibleAt } = message;
    const turn = groupId === undefined || visibleAt > now ? 0 : (load.get(groupId) ?? 0);
    if (groupId !== undefined && visibleAt <= now) load.set(groupId, turn + 1);
    return { message, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ message }) => message);
}
