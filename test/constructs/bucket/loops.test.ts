import { Bucket } from "../../../lib/constructs/bucket";
import { Stack } from "../../../lib/kit/app";
import { testApp } from "../../support/stack";
import { created, fn } from "./notification-support";

describe("a function that may invoke itself", () => {
  const said = (declare: (stack: Stack) => void) => {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const app = testApp({ account: "111122223333" });
    declare(new Stack(app, "Main"));
    app.synth();
    const text = write.mock.calls.join();
    write.mockRestore();
    return text;
  };
  const loop = "invoke itself in an endless loop";
  test("by a binding gets a notice", () => {
    const text = said((stack) => {
      const made = new Bucket(stack, "Files", { notifications: { a: fn } });
      made.bind([made]);
    });
    expect(text).toContain(loop);
    expect(text).toContain("Notification_Files_a");
  });
  test.each([
    ["everything", () => "*" as const],
    ["the service", () => ["s3"]],
    ["an action", () => ["s3:Put*"]],
    ["an access name", (made: Bucket) => [[made, "grantPut"] as const]],
    [
      "a statement",
      ({ bucketArn }: Bucket) => [{ actions: ["s3:PutObject"], resources: [`${bucketArn}/images/*`] }],
    ],
  ])("by %s gets a notice", (_, permissions) => {
    const text = said((stack) => {
      const made = new Bucket(stack, "Files", {
        notifications: { a: { function: fn, ...created("images/") } },
      });
      made.attachPermissions(permissions(made));
    });
    expect(text).toContain(loop);
  });
  test.each([
    ["reads only", (made: Bucket) => [[made, "grantRead"] as const]],
    [
      "writes elsewhere",
      ({ bucketArn }: Bucket) => [{ actions: ["s3:PutObject"], resources: [`${bucketArn}/small/*`] }],
    ],
    [
      "may not write",
      ({ bucketArn }: Bucket) => [
        { effect: "Deny" as const, actions: ["s3:*"], resources: [`${bucketArn}/*`] },
      ],
    ],
    ["writes to another bucket", () => [{ actions: ["s3:PutObject"], resources: ["arn:aws:s3:::other/*"] }]],
  ])("causes no notice when it %s", (_, permissions) => {
    const text = said((stack) => {
      const made = new Bucket(stack, "Files", {
        notifications: { a: { function: fn, ...created("images/") } },
      });
      made.attachPermissions(permissions(made));
    });
    expect(text).not.toContain(loop);
  });
  test("is not notified of when it is notified of removals", () => {
    const text = said((stack) => {
      const made = new Bucket(stack, "Files", {
        notifications: { a: { function: fn, events: ["object_removed"] } },
      });
      made.bind([made]);
    });
    expect(text).not.toContain(loop);
  });
});
