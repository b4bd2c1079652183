import type { InboxMessage } from "../../../lib/local";
import { inboxPage } from "../../../lib/local/pages/views/inbox";

const message = (more: Partial<InboxMessage>): InboxMessage => ({
  at: "2026-11-26T10:00:00.000Z",
  medium: "EMAIL",
  to: "ada@example.com",
  text: "",
  ...more,
});

describe("the inbox", () => {
  test("shows the HTML of a mail as text, and its addresses as links", () => {
    const text = '<a href="http://localhost:4100/confirmUser?a=1&b=2">Confirm</a><script>steal()</script>';
    const { body } = inboxPage([message({ subject: "<b>Hello</b>", code: "123456", text })]);
    expect(body).not.toContain("<script>");
    expect(body).toContain("&lt;b&gt;Hello&lt;/b&gt;");
    expect(body).toContain(
      '&lt;a href=&quot;<a href="http://localhost:4100/confirmUser?a=1&amp;b=2" rel="noreferrer noopener">http://localhost:4100/confirmUser?a=1&amp;b=2</a>&quot;&gt;Confirm',
    );
    expect(body).toContain('<span class="code">123456</span>');
  });

  test("makes no link of another kind of address", () => {
    expect(inboxPage([message({ text: "javascript:alert(1)" })]).body).not.toContain(
      "javascript:alert(1)</a>",
    );
  });

  test("shows the newest first, and says how many older ones it leaves out", () => {
    const { body } = inboxPage(Array.from({ length: 103 }, (_, each) => message({ subject: `no ${each}` })));
    expect(body.indexOf("no 102")).toBeLessThan(body.indexOf("no 101"));
    expect(body).not.toContain("no 2<");
    expect(body).toContain("3 older messages are not shown.");
  });

  test("says what comes when there is nothing", () => {
    expect(inboxPage([]).body).toContain("Nothing yet.");
  });
});
