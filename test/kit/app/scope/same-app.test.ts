import { Queue } from "../../../../lib/constructs/queue";
import { testStack } from "../../../support/stack";

test("props that contain themselves are refused, with their place", () => {
  const queue: Record<string, unknown> = {};
  queue.tags = { parts: [queue] };
  expect(() => new Queue(testStack(), "Jobs", { cdk: { queue } })).toThrow(
    expect.objectContaining({ code: "json-circular", prop: "cdk.queue.tags.parts[0]" }),
  );
});

test("the same object in two places is not a circle", () => {
  const tags = { team: "web" };
  expect(() => new Queue(testStack(), "Jobs", { cdk: { queue: { tags, tagsAll: tags } } })).not.toThrow();
});
