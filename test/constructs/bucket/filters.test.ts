import { bucket, created, fn } from "./notification-support";

describe("notifications that overlap", () => {
  const pair = (one: object, other: object) =>
    bucket({ one: { function: fn, ...one }, other: { function: fn, ...other } });
  test.each([
    [{}, {}],
    [{ events: ["object_created"] }, { events: ["object_created_put"] }],
    [{ events: ["object_created_put"] }, { events: ["object_created"] }],
    [created("a"), created("a/b")],
    [created("a"), { events: ["object_created"], filters: [{ suffix: ".jpg" }] }],
    [{ filters: [{ suffix: "g" }] }, { filters: [{ suffix: ".jpg" }] }],
  ])("%p and %p are refused", (one, other) => {
    expect(() => pair(one, other)).toThrow(/notifications\["other"\] has s3:\S+ for objects that .*"one"/);
  });
  test.each([
    [{ events: ["object_created"] }, { events: ["object_removed"] }],
    [{ events: ["object_created_put"] }, { events: ["object_created_copy"] }],
    [created("a"), created("b")],
    [{ filters: [{ suffix: ".png" }] }, { filters: [{ suffix: ".jpg" }] }],
    [{ filters: [{ prefix: "a" }, { suffix: ".png" }] }, { filters: [{ prefix: "a" }, { suffix: ".jpg" }] }],
  ])("%p and %p are taken", (one, other) => {
    expect(() => pair(one, other)).not.toThrow();
  });
  test("are refused when added later", () => {
    const { stack, bucket: made } = bucket({ one: fn });
    expect(() => made.addNotifications(stack, { two: fn })).toThrow(/bucket-notifications-overlap/);
  });
});
