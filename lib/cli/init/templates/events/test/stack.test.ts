import { expect, test } from "@jest/globals";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Shop } from "../stacks/shop.js";

test("a message is tried three times, and kept when it fails", () => {
  new App({ name: "events", stage: "test" }).stack(Shop);
  const { resource } = JSON.parse(Testing.synth(getStack(Shop)));
  const queues = Object.values<{ redrive_policy?: string }>(resource.aws_sqs_queue);
  const policies = queues.flatMap(({ redrive_policy }) => redrive_policy ?? []);
  expect(policies).toEqual([expect.stringContaining('"maxReceiveCount":3')]);
});
