import * as lib from "../../lib";
import type { Mistake } from "./mistakes";

const handler = "functions/notes.get";
const id = { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } };

/** Makes each construct with the least props, and those of the mistake. */
export const makers = {
  App: (_: lib.Stack, props: object) =>
    new lib.App({ name: "notes", stage: "dev", region: "us-east-1", ...props } as never),
  Stack: ({ app }: lib.Stack, props: object) => new lib.Stack(app, "Other", props as never),
  Function: (stack: lib.Stack, props: object) =>
    new lib.Function(stack, "It", { handler, ...props } as never),
  Api: (stack: lib.Stack, props: object) => new lib.Api(stack, "It", props as never),
  RestV1Api: (stack: lib.Stack, props: object) =>
    new lib.RestV1Api(stack, "It", { routes: { "GET /": handler }, ...props } as never),
  Table: (stack: lib.Stack, props: object) => new lib.Table(stack, "It", { ...id, ...props } as never),
  Bucket: (stack: lib.Stack, props: object) => new lib.Bucket(stack, "It", props as never),
  Queue: (stack: lib.Stack, props: object) => new lib.Queue(stack, "It", props as never),
  Topic: (stack: lib.Stack, props: object) => new lib.Topic(stack, "It", props as never),
  EventBus: (stack: lib.Stack, props: object) => new lib.EventBus(stack, "It", props as never),
  Cron: (stack: lib.Stack, props: object) => new lib.Cron(stack, "It", { job: handler, ...props } as never),
  KinesisStream: (stack: lib.Stack, props: object) => new lib.KinesisStream(stack, "It", props as never),
  RDS: (stack: lib.Stack, props: object) =>
    new lib.RDS(stack, "It", { engine: "postgresql16", defaultDatabaseName: "notes", ...props } as never),
  Userbase: (stack: lib.Stack, props: object) => new lib.Userbase(stack, "It", props as never),
  AppSyncApi: (stack: lib.Stack, props: object) => new lib.AppSyncApi(stack, "It", props as never),
  Pipe: (stack: lib.Stack, props: object) => new lib.Pipe(stack, "It", props as never),
  StaticSite: (stack: lib.Stack, props: object) =>
    new lib.StaticSite(stack, "It", { path: "functions", ...props } as never),
  WebSocketApi: (stack: lib.Stack, props: object) => new lib.WebSocketApi(stack, "It", props as never),
} as const;

/** Creates the construct with the mistake. */
export function makeIn(stack: lib.Stack, { in: target, props }: Mistake): unknown {
  return makers[target](stack, props);
}
