import type { InboxMessage, Local } from "../local";
import { fail } from "../local/errors";
import { askUsers } from "./ask-users";

/** The mails and messages that would have left the machine, in the order in which they were sent. */
export class TestInbox {
  /** @internal */
  constructor(private readonly local: Pick<Local, "users">) {}

  /** All messages, or those to an email address or a phone number. */
  async messages(to?: string): Promise<readonly InboxMessage[]> {
    const answer = await askUsers(this.local, { action: "inbox" });
    const all = "messages" in answer ? answer.messages : [];
    return to === undefined ? all : all.filter((each) => each.to === to);
  }

  /**
   * The code or the temporary password in the last message to an email address or a phone number that has one.
   *
   * @throws ServerformError with the code `part-not-found` if no code was sent there
   */
  async codeFor(to: string): Promise<string> {
    const withCode = (await this.messages()).filter(({ code }) => code !== undefined);
    const { code } = withCode.findLast((each) => each.to === to) ?? {};
    if (code !== undefined) return code;
    return fail("serveLocal", "part-not-found", "inbox.codeFor", {
      part: "receiver of a code",
      value: to,
      parts: [...new Set(withCode.map((each) => each.to))],
    });
  }
}
