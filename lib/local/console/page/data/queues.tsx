import { useEffect, useState } from "preact/hooks";
import type { DataActions, ShownQueue } from "../../data";
import { ask } from "../api";
import { Area, Danger, Field, operate, useAttempt } from "../form";
import { useRefresh } from "../store";
import { clean, countText, pretty } from "../trace";

type Messages = Awaited<ReturnType<DataActions["messages"]>>;

/** The messages of a queue, without receiving them; sends one, and moves dead letters back. */
export function QueueView({ queue }: { readonly queue: ShownQueue }) {
  const refresh = useRefresh();
  const [content, setContent] = useState<Messages>({ messages: [], omitted: 0 });
  const [body, setBody] = useState('{ "id": "1" }');
  const [group, setGroup] = useState("1");
  const [told, setTold] = useState("");
  const [problem, attempt] = useAttempt();
  const load = async () => setContent(await ask("messages", { queue: queue.arn }));
  // Each new fact may have changed the queue.
  useEffect(() => attempt(load), [queue.arn, refresh]);
  const change = (
    operation: "SendMessage" | "StartMessageMoveTask" | "PurgeQueue",
    input: object,
    text: string,
  ) =>
    attempt(async () => {
      await operate({ service: "sqs", operation, input, arn: queue.arn });
      setTold(text);
      await load();
    });
  const send = () => {
    const fifo = queue.isFifo ? { MessageGroupId: group, MessageDeduplicationId: crypto.randomUUID() } : {};
    change("SendMessage", { QueueUrl: queue.url, MessageBody: body, ...fifo }, "The message was sent.");
  };
  return (
    <>
      {queue.deadLettersOf.length > 0 && (
        <p class="quiet">Takes the dead letters of {queue.deadLettersOf.join(", ")}.</p>
      )}
      <Area label="Message" value={body} change={setBody} />
      {queue.isFifo && <Field label="Group" value={group} change={setGroup} />}
      <div class="buttons">
        <button type="button" class="main" onClick={send}>
          Send
        </button>
        {queue.deadLettersOf.length > 0 && (
          <button
            type="button"
            onClick={() =>
              change(
                "StartMessageMoveTask",
                { SourceArn: queue.arn },
                "The messages go back to their queues.",
              )
            }
          >
            Redrive
          </button>
        )}
        <Danger
          text="Purge"
          run={() => change("PurgeQueue", { QueueUrl: queue.url }, "The queue is empty.")}
        />
        <span class="quiet" role="note">
          {told}
        </span>
      </div>
      {problem}
      <h3>
        {content.messages.length === 0 ? "No messages" : "Messages, the newest first"}
        {content.omitted > 0 && ` (${content.omitted} older ones are not shown)`}
      </h3>
      {content.messages.map(({ id, body: text, sentAt, receiveCount, state }) => (
        <article key={id} class="entry">
          <p class="quiet">
            {new Date(sentAt).toLocaleTimeString()} · {state} · received {countText(receiveCount, "time")} ·{" "}
            {id}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
          <pre tabIndex={0}>{clean(pretty(text))}</pre>
        </article>
      ))}
    </>
  );
}
