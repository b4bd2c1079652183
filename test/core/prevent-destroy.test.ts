import { KinesisStream } from "@cdktf/provider-aws/lib/kinesis-stream";
import { preventDestroy } from "../../lib/core/prevent-destroy";
import { testStack } from "../support/stack";

function stream(lifecycle?: object) {
  return new KinesisStream(testStack(), "Stream", { name: "x", ...(lifecycle && { lifecycle }) });
}

describe("protection from being destroyed", () => {
  test("is set, and lifted again", () => {
    const resource = stream();
    preventDestroy(resource, true, undefined);
    expect(resource.lifecycle).toEqual({ preventDestroy: true });
    preventDestroy(resource, false, undefined);
    expect(resource.lifecycle).toBeUndefined();
  });
  test("stands beside what else the caller says of the lifecycle", () => {
    const resource = stream({ ignoreChanges: ["tags"] });
    preventDestroy(resource, true, { lifecycle: { ignoreChanges: ["tags"] } });
    expect(resource.lifecycle).toEqual({ ignoreChanges: ["tags"], preventDestroy: true });
    preventDestroy(resource, false, {});
    expect(resource.lifecycle).toEqual({ ignoreChanges: ["tags"] });
  });
  test("gives way to the caller's config", () => {
    const resource = stream({ preventDestroy: false });
    preventDestroy(resource, true, { lifecycle: { preventDestroy: false } });
    expect(resource.lifecycle).toEqual({ preventDestroy: false });
  });
  test("leaves alone what the caller has set on the resource", () => {
    const resource = stream();
    resource.lifecycle = { preventDestroy: true };
    preventDestroy(resource, false, undefined);
    expect(resource.lifecycle).toEqual({ preventDestroy: true });
  });
});
