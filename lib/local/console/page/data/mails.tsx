import { useEffect, useState } from "preact/hooks";
import type { DataActions } from "../../data";
import { ask } from "../api";
import { useAttempt } from "../form";
import { useRefresh } from "../store";
import { clean } from "../trace";

type Mail = Awaited<ReturnType<DataActions["mails"]>>["mails"][number];

/** The mails and messages that would have left this machine, with their codes and links. */
export function MailsView() {
  const refresh = useRefresh();
  const [mails, setMails] = useState<readonly Mail[]>([]);
  const [problem, attempt] = useAttempt();
  useEffect(() => attempt(async () => setMails((await ask("mails")).mails)), [refresh]);
  return (
    <>
      {problem}
      {mails.length === 0 && <p class="quiet">Nothing yet. Codes and invitations show here.</p>}
      {mails.map(({ at, medium, to, subject = "Message", text, code }) => (
        <article key={`${at} ${to} ${code}`} class="entry">
          <p class="quiet">
            {new Date(at).toLocaleTimeString()} · {medium} · {clean(to)}
          </p>
          <h3>{clean(subject)}</h3>
          {code !== undefined && <p class="code">{clean(code)}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
          <pre tabIndex={0}>
            <WithLinks text={clean(text)} />
          </pre>
        </article>
      ))}
    </>
  );
}

/** The addresses in a text, as links. */
function WithLinks({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(https?:\/\/[^\s"'<>]+)/).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <a key={index} href={part} target="_blank" rel="noreferrer noopener">
            {part}
          </a>
        ),
      )}
    </>
  );
}
