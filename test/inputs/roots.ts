import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Testing } from "cdktf";
import type { Construct } from "constructs";
import { App, type AppProps, Stack, type StackProps } from "../../lib";
import { temporaryFolder } from "../support/stack";

/** The folder for relative output folders. */
const folder = temporaryFolder();

/** An app with a stack, which is synthesized. A function, so that `new` with a scope, an id and props creates it. */
export function appFrom(_scope: Construct, _id: string, props: AppProps): App {
  process.chdir(folder);
  const app = new App(props);
  const stack = new Stack(app, "Main");
  new SqsQueue(stack, "Queue");
  Testing.synth(stack);
  return app;
}

/** A stack beside the one of the test, with a resource, so that it keeps its provider. */
export class StackInApp extends Stack {
  constructor(beside: Stack, id: string, props: StackProps) {
    super(beside.app, id, props);
    new SqsQueue(this, "Queue");
    Testing.synth(this);
  }
}
