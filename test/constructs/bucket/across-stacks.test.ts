import { Bucket } from "../../../lib/constructs/bucket";
import { Queue } from "../../../lib/constructs/queue";
import { Topic } from "../../../lib/constructs/topic";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { checkOutput } from "../../support/reference-check";
import { only, resources, testApp } from "../../support/stack";
import { fn } from "./notification-support";

describe("notifications across stacks", () => {
  const two = () => {
    const app = testApp({ account: "111122223333" });
    return { app, home: new Stack(app, "Home"), other: new Stack(app, "Other") };
  };
  test("functions belong to the stack of the scope, other parts to the stack of the bucket", () => {
    const { app, home, other } = two();
    new Bucket(home, "Files").addNotifications(other, { a: fn });
    expect(Object.keys(resources(other, "aws_lambda_function"))).toHaveLength(1);
    expect(Object.keys(resources(home, "aws_s3_bucket_notification"))).toHaveLength(1);
    expect(Object.keys(resources(home, "aws_lambda_permission"))).toHaveLength(1);
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test.each(["queue", "topic"])("the policy of a %s names the bucket by its written ARN", (kind) => {
    const { app, home, other } = two();
    const given = kind === "queue" ? new Queue(other, "X") : new Topic(other, "X");
    new Bucket(home, "Files", { name: "my-files", notifications: { given } });
    const type = kind === "queue" ? "aws_sqs_queue_policy" : "aws_sns_topic_policy";
    expect(only(other, type).policy).toContain('"aws:SourceArn":"arn:aws:s3:::my-files"');
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("a bucket without a name is an error with both stacks and the way out", () => {
    const { home, other } = two();
    expect(() => new Bucket(home, "Files", { notifications: { q: new Queue(other, "Q") } })).toThrow(
      /dev-notes-Home\/Files: notifications\["q"\] connects stack dev-notes-Home to stack dev-notes-Other.*\n.*with name, or put both/,
    );
  });
  test("a function that is bound to the bucket knows it by its name", () => {
    const { app, home, other } = two();
    const own = new Function(other, "Fn", { handler: fn });
    const made = new Bucket(home, "Files", {
      name: "my-files",
      notifications: { own: { function: own, events: ["object_removed"] } },
    });
    own.bind([made]);
    expect(only(other, "aws_lambda_function").environment).toMatchObject({
      variables: { SERVERFORM_Bucket_bucketName_Files: "my-files" },
    });
    expect(only(other, "aws_iam_role_policy").policy).toContain('"arn:aws:s3:::my-files/*"');
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("a function that is bound to a bucket without a name is an error", () => {
    const { app, home, other } = two();
    const own = new Function(other, "Fn", { handler: fn });
    own.bind([new Bucket(home, "Files", { notifications: { own } })]);
    expect(() => app.synth()).toThrow(
      /notifications\["own"\] connects stack dev-notes-Home[\s\S]*policy-source-unnamed/,
    );
  });
});
