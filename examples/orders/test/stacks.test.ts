import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Data } from "../stacks/data";
import { Events } from "../stacks/events";

const outdir = mkdtempSync(join(tmpdir(), "orders-"));
afterAll(() => rmSync(outdir, { recursive: true }));

// #region dead-letter
test("an order that cannot be fulfilled is kept for inspection", () => {
  process.chdir(resolve(__dirname, ".."));
  new App({ name: "orders", stage: "test", outdir }).stack(Data).stack(Events);

  const { resource } = JSON.parse(Testing.synth(getStack(Events)));
  const queues = Object.values<Record<string, string>>(resource.aws_sqs_queue);
  const fulfilment = queues.find(({ name }) => name === "test-orders-Fulfilment");
  expect(JSON.parse(fulfilment?.redrive_policy ?? "{}")).toEqual({
    deadLetterTargetArn: expect.stringMatching(/aws_sqs_queue\.Failed_/),
    maxReceiveCount: 3,
  });
});
// #endregion
