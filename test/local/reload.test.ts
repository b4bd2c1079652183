/** @group processes */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { call, serve } from "./safety-support";

describe("an app that gets another API", () => {
  test("passes its address to its functions", async () => {
    const { local, folder, url } = await serve({
      routes: { "GET /hosts": "return Object.keys(JSON.parse(process.env.SERVERFORM_LOCAL_HOSTS));" },
    });
    const hosts = async (): Promise<readonly string[]> => JSON.parse((await call(url, "/hosts")).text);
    const before = await hosts();
    const file = join(folder, "out/main.tf.json");
    const stack = JSON.parse(readFileSync(file, "utf8"));
    stack.resource.aws_apigatewayv2_api.second = { name: "second", protocol_type: "HTTP" };
    writeFileSync(file, JSON.stringify(stack));
    await local.reload();
    const after = await hosts();
    const inAws = (names: readonly string[]) => names.filter((name) => /\.execute-api\./.test(name)).length;
    expect([inAws(before), inAws(after)]).toEqual([1, 2]);
    expect(after).toEqual(expect.arrayContaining([...before]));
  });
});
