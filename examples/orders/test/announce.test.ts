import { mailHandler, overdueHandler, shippedHandler } from "../logic/announce";
import type { News } from "../logic/events";
import { busEvent, scheduledEvent, topicEvent } from "./events";
import { memoryStore, placed } from "./memory";

function outlet() {
  const published: News[] = [];
  return { published, publish: async (item: News) => void published.push(item) };
}

test("the customer of a shipped order reads so", async () => {
  const { published, publish } = outlet();
  await shippedHandler(publish)(busEvent("OrderShipped", { id: "1", customer: "ann@example.com" }));
  expect(published).toEqual([
    { customer: "ann@example.com", subject: "Shipped", text: "Your order 1 is on its way." },
  ]);
});

test("the schedule reports orders that wait for more than a day", async () => {
  const { published, publish } = outlet();
  const store = memoryStore(
    placed("old", { placedAt: "2026-01-01T06:59:59.000Z" }),
    placed("new", { placedAt: "2026-01-01T07:00:01.000Z" }),
    placed("gone", { placedAt: "2025-12-01T00:00:00.000Z", status: "shipped" }),
  );
  await overdueHandler(store, publish)(scheduledEvent("2026-01-02T07:00:00Z"));
  expect(published.map(({ text }) => text)).toEqual(["Your order old takes longer than usual."]);
});

test("a message of the topic is sent to the customer", async () => {
  const sent: string[][] = [];
  const message = JSON.stringify({ customer: "ann@example.com", subject: "Shipped", text: "Soon." });
  await mailHandler(async (...mail) => void sent.push(mail))(topicEvent(message));
  expect(sent).toEqual([["ann@example.com", "Shipped", "Soon."]]);
});

test("an unknown message fails, so that the topic tries again", async () => {
  await expect(mailHandler(async () => {})(topicEvent("{}"))).rejects.toThrow(/customer/);
});
