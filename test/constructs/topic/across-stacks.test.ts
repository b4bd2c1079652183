import { Queue } from "../../../lib/constructs/queue";
import { Topic } from "../../../lib/constructs/topic";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { checkOutput } from "../../support/reference-check";
import { only, testApp } from "../../support/stack";
import { fn } from "./support";

describe("across stacks", () => {
  const two = () => {
    const app = testApp({ account: "111122223333" });
    return {
      app,
      home: new Stack(app, "Home"),
      other: new Stack(app, "Other"),
    };
  };
  test("the queue's policy names the topic by its written ARN", () => {
    const { app, home, other } = two();
    new Topic(home, "Orders", { subscribers: { q: new Queue(other, "Q") } });
    expect(only(other, "aws_sqs_queue_policy").policy).toContain(
      "arn:aws:sns:us-east-1:111122223333:dev-notes-Orders",
    );
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("a subscriber that is bound to the topic knows it by its written ARN", () => {
    const { app, home, other } = two();
    const own = new Function(other, "Fn", { handler: fn });
    const made = new Topic(home, "Orders", { subscribers: { own } });
    own.bind([made]);
    const arn = "arn:aws:sns:us-east-1:111122223333:dev-notes-Orders";
    expect(only(other, "aws_lambda_function").environment).toMatchObject({
      variables: { SERVERFORM_Topic_topicArn_Orders: arn },
    });
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("a subscriber that is bound to a topic without a known name is an error with the way out", () => {
    const { app, home, other } = two();
    const own = new Function(other, "Fn", { handler: fn });
    own.bind([
      new Topic(home, "Orders", {
        subscribers: { own },
        cdk: { topic: { namePrefix: "a" } },
      }),
    ]);
    expect(() => app.synth()).toThrow(
      /connects stack dev-notes-Home to stack dev-notes-Other[\s\S]*cdk\.topic\.name/,
    );
  });
  test("a function that is not a subscriber refers to the topic", () => {
    const { home, other } = two();
    new Function(other, "Fn", {
      handler: fn,
      bind: [new Topic(home, "Orders")],
    });
    expect(JSON.stringify(only(other, "aws_lambda_function").environment)).toContain(
      "terraform_remote_state",
    );
  });
});
