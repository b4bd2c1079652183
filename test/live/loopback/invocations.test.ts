/** @group processes */

import { Api, type App, Stack } from "../../../lib";
import { until } from "../../support/until";
import { deployLive, develop, writeFiles } from "./support";

const routes = {
  "GET /hello": "functions/api.hello",
  "GET /context": "functions/api.context",
  "GET /fails": "functions/api.fails",
  "POST /echo": "functions/api.echo",
};

function define(app: App): void {
  const stack = new Stack(app, "Main");
  new Api(stack, "Api", { routes, defaults: { function: { environment: { GREETING: "hello" } } } });
}

const source = (version: string): string => `
  const answer = (body: unknown) => ({ statusCode: 200, body: JSON.stringify(body) });
  export const hello = async () => answer({ from: "${version}", local: process.env.IS_LOCAL, greeting: process.env.GREETING });
  export const context = async (_event: unknown, context: any) =>
    answer({
      remaining: context.getRemainingTimeInMillis(),
      requestId: context.awsRequestId,
      arn: context.invokedFunctionArn,
      memory: context.memoryLimitInMB,
      key: process.env.AWS_ACCESS_KEY_ID,
      debug: Object.keys(process.env).filter((name) => name.startsWith("SERVERFORM_DEBUG_")),
    });
  export const fails = async () => { throw new TypeError("not here"); };
  export const echo = async (event: { body: string }) => answer({ length: event.body.length });
`;

const get = async (url: string, path: string): Promise<unknown> =>
  (await fetch(`${url.replace(/\/$/, "")}${path}`)).json();

describe("A deployed function", () => {
  test("answers itself without a client, through the client while it is there, and itself afterwards", async () => {
    const stage = await deployLive({ "functions/api.ts": source("deployed") }, define);
    expect(await get(stage.url, "/hello")).toMatchObject({ from: "deployed", greeting: "hello" });
    writeFiles(stage.folder, { "functions/api.ts": source("laptop") });
    const { client } = await develop(stage, define);
    await until(() => true);
    const live = async () => (await get(stage.url, "/hello")) as { from: string };
    let answer = await live();
    // The wrapper looks for a lease every 5 seconds.
    for (const end = Date.now() + 8000; answer.from !== "laptop" && Date.now() < end; ) answer = await live();
    expect(answer).toEqual({ from: "laptop", local: "true", greeting: "hello" });
    await client.stop();
    const afterwards = async () => (await get(stage.url, "/hello")) as { from: string };
    let last = await afterwards();
    for (const end = Date.now() + 8000; last.from !== "deployed" && Date.now() < end; )
      last = await afterwards();
    expect(last).toMatchObject({ from: "deployed" });
  });
});
