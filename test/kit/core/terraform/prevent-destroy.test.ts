import { KinesisStream } from "@cdktf/provider-aws/lib/kinesis-stream";
import { preventDestroy } from "../../../../lib/kit/core";
import { testStack } from "../../../support/stack";

describe("protection from being destroyed", () => {
  test.each([
    [undefined, { preventDestroy: true }],
    [{ ignoreChanges: ["tags"] }, { ignoreChanges: ["tags"], preventDestroy: true }],
    [{ preventDestroy: false }, { preventDestroy: false }],
  ])("is merged with the caller's other settings of the lifecycle, %j", (lifecycle, expected) => {
    const stream = new KinesisStream(testStack(), "Stream", { name: "x", lifecycle });
    preventDestroy(stream);
    expect(stream.lifecycle).toEqual(expected);
  });
});
