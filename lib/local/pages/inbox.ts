import type { PageAnswer, PageExchange } from "./exchange";
import { errorPage } from "./views/error";
import { inboxPage } from "./views/inbox";

/** The mails and messages of this machine, which AWS would send. Scripts of other pages do not read them. */
export async function inbox(exchange: PageExchange): Promise<PageAnswer> {
  const { origin } = exchange.request.headers;
  if (origin !== undefined && origin !== exchange.base)
    return exchange.showPage(errorPage("Only a person reads the inbox."), 403);
  return exchange.showPage(inboxPage(exchange.pools.inbox.all));
}
