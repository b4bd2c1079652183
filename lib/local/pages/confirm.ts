import { masked } from "../services/cognito-idp/messages";
import { cognitoOperations } from "../services/cognito-idp/operations";
import type { Pool } from "../services/cognito-idp/pool";
import { type PageAnswer, type PageExchange, refusalText } from "./exchange";
import { asClient } from "./sign-up";
import { stepPage } from "./views/code";

/** Asks for the code of the mail, and sends another one. */
export async function confirm(exchange: PageExchange): Promise<PageAnswer> {
  const { client, query, form, pools } = exchange;
  const name = query.get("username");
  if (client === undefined || name === null) return exchange.showError("invalid_request");
  if (!exchange.isPost) return showConfirm(exchange, { note: codeSentNote(exchange.pool, name) });
  const input = { ...asClient(client, name), Username: name };
  try {
    if (form.has("resend")) {
      await cognitoOperations.ResendConfirmationCode(pools, input);
      return showConfirm(exchange, { note: codeSentNote(exchange.pool, name, "A new code") });
    }
    await cognitoOperations.ConfirmSignUp(pools, {
      ...input,
      ConfirmationCode: (form.get("code") ?? "").trim(),
    });
    return exchange.redirect(confirmedUrl(exchange));
  } catch (error) {
    return showConfirm(exchange, { problem: refusalText(error) });
  }
}

function confirmedUrl({ query }: PageExchange): string {
  const next = new URLSearchParams(query);
  next.delete("username");
  next.set("confirmed", "1");
  return `/login?${next}`;
}

function showConfirm(
  exchange: PageExchange,
  { note, problem }: { note?: string; problem?: string },
): PageAnswer {
  return exchange.showForm("/confirm", stepPage, {
    title: "Confirm your account",
    note,
    problem,
    fields: [{ name: "code", label: "Code", autocomplete: "one-time-code" }],
    kept: {},
    button: "Confirm account",
    other: ["resend", "Send a new code"],
  });
}

export async function confirmUser(exchange: PageExchange): Promise<PageAnswer> {
  const { client, query, pools } = exchange;
  const name = query.get("user_name") ?? "";
  if (client === undefined) return exchange.showError("invalid_request");
  try {
    const input = {
      ...asClient(client, name),
      Username: name,
      ConfirmationCode: query.get("confirmation_code") ?? "",
    };
    await cognitoOperations.ConfirmSignUp(pools, input);
    return exchange.showPage({
      title: "Your account is confirmed",
      note: "You can close this page and sign in.",
      body: "",
    });
  } catch (error) {
    return exchange.showError(refusalText(error));
  }
}

/** The destination of a user's last code: `A code was sent to a***@e***.` */
export function codeSentNote({ users, inbox, settings }: Pool, name: string, what = "A code"): string {
  const username = users.find(name)?.username;
  const last = inbox.all.findLast(
    (message) =>
      message.pool === settings.name && message.username === username && message.code !== undefined,
  );
  if (username === undefined || last === undefined) return `${what} was sent.`;
  const attribute = last.medium === "EMAIL" ? "email" : "phone_number";
  return `${what} was sent to ${masked(last.to, attribute)}.`;
}
