import { publishEvents } from "serverform/node/events-api";

// #region handler
export async function report(event: { readonly text: string }) {
  await publishEvents("Chat", "/news/today", [{ text: event.text }]);
}
// #endregion

interface Published {
  readonly events: readonly { readonly id: string; readonly payload: { readonly amount?: number } }[];
}

/** Drops orders without an amount. */
export async function check({ events }: Published) {
  return { events: events.filter(({ payload }) => payload.amount !== undefined) };
}
