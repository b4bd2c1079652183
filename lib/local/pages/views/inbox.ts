import type { InboxMessage } from "../../report";
import { html, links, type PageContent } from "./layout";

/** The maximum number of messages on a page. */
const maxShown = 100;

/** The mails and messages, newest first. Their texts come from clients and handlers, and are never HTML. */
export function inboxPage(messages: readonly InboxMessage[]): PageContent {
  const shown = messages.slice(-maxShown).reverse();
  const empty = shown.length === 0 ? "<p>Nothing yet. Codes and invitations show here.</p>" : "";
  const left = messages.length - shown.length;
  return {
    title: "Inbox of this machine",
    isWide: true,
    body: `${links([["Reload", "/inbox"]])}
${empty}${shown.map(messageOf).join("\n")}
${left === 0 ? "" : `<p>${left} older messages are not shown.</p>`}`,
  };
}

function messageOf({ at, medium, to, subject, text, code, pool, sender }: InboxMessage): string {
  const from = pool ?? sender ?? "a function";
  const kind = medium === "EMAIL" ? "Mail" : "SMS";
  return `<article><p class="quiet">${html(`${kind} to ${to} from ${from}, ${at.slice(0, 19).replace("T", " ")} UTC`)}</p>
<h2>${html(subject ?? "Message")}</h2>
${code === undefined ? "" : `<p>Code <span class="code">${html(code)}</span></p>`}
<pre>${withLinks(text)}</pre></article>`;
}

/** The addresses in a text, as links. The text may be the HTML of a mail, which is shown as text. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s"'<>]+)/)
    .map((part, index) =>
      index % 2 === 0 ? html(part) : `<a href="${html(part)}" rel="noreferrer noopener">${html(part)}</a>`,
    )
    .join("");
}
