import { useEffect, useRef, useState } from "preact/hooks";
import { Area, Field } from "../form";
import { clean } from "../trace";

/** The maximum number of lines that stay. */
const maxLines = 500;

interface Line {
  readonly at: number;
  readonly from: "sent" | "received" | "connection";
  readonly text: string;
}

interface SocketProps {
  readonly url: string;
  /** @default - none */
  readonly query?: string;
  /** The first message. @default - one with an action */
  readonly message?: string | undefined;
}

/** A WebSocket client: connects, sends, and shows what comes. */
export function Socket({ url, query: given = "", message: first = '{ "action": "hello" }' }: SocketProps) {
  const [query, setQuery] = useState(given);
  const [message, setMessage] = useState(first);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [isOpen, setOpen] = useState(false);
  const socket = useRef<WebSocket>(null);
  const add = (from: Line["from"], text: string) =>
    setLines((before) => [{ at: Date.now(), from, text }, ...before].slice(0, maxLines));
  useEffect(() => () => socket.current?.close(), []);
  const connect = () => {
    const opened = new WebSocket(query === "" ? url : `${url}?${query.replace(/^\?/, "")}`);
    socket.current = opened;
    let refused = ". The timeline says why it was refused.";
    opened.onopen = () => {
      refused = "";
      setOpen(true);
      add("connection", "open");
    };
    opened.onmessage = ({ data }: MessageEvent<unknown>) =>
      add("received", typeof data === "string" ? data : "binary data");
    opened.onclose = ({ code, reason }) => {
      setOpen(false);
      add("connection", `closed: ${code}${reason && ` ${reason}`}${refused}`);
    };
  };
  return (
    <>
      <Field label="Query, for example a token" value={query} change={setQuery} />
      <div class="buttons">
        <button
          type="button"
          class={isOpen ? "" : "main"}
          onClick={() => (isOpen ? socket.current?.close() : connect())}
        >
          {isOpen ? "Disconnect" : "Connect"}
        </button>
        <span class="quiet">{url}</span>
      </div>
      <Area label="Message" value={message} change={setMessage} />
      <div class="buttons">
        <button
          type="button"
          class="main"
          disabled={!isOpen}
          onClick={() => {
            socket.current?.send(message);
            add("sent", message);
          }}
        >
          Send
        </button>
      </div>
      <ol class="lines" aria-label="Messages" aria-live="polite">
        {lines.map(({ at, from, text }, index) => (
          <li key={`${at} ${lines.length - index}`}>
            <span class="time">{new Date(at).toLocaleTimeString()}</span> <span class="kind">{from}</span>{" "}
            {clean(text)}
          </li>
        ))}
      </ol>
    </>
  );
}
