import { createServer } from "node:http";
import { serveApi } from "../../support/http-api";
import { call, closeAll, listen } from "../../support/serve";

afterEach(closeAll);

/** A server that answers with the requested address. */
const echo = () => listen(createServer((request, response) => response.end(request.url)));

const proxy = (uri: string, values = {}) => ({
  integration: { integration_type: "HTTP_PROXY", integration_uri: uri, integration_method: "ANY", ...values },
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html */
describe("HTTP API url integrations of $default", () => {
  test.each([
    ["", "/store/checkout?x=1", "/store/checkout?x=1"],
    ["/", "/store/checkout", "/store/checkout"],
    ["/base", "/a%20b/", "/base/a%20b/"],
    ["", "/", "/"],
  ])("with the address <server>%s, %s becomes %s", async (base, path, expected) => {
    const api = await serveApi({ routes: { $default: proxy(`${await echo()}${base}`) } });
    expect((await call(api.url, path)).text).toBe(expected);
  });

  test("a mapping sets another path", async () => {
    const mapping = { request_parameters: { "overwrite:path": "/fixed" } };
    const api = await serveApi({ routes: { $default: proxy(await echo(), mapping) } });
    expect((await call(api.url, "/store")).text).toBe("/fixed");
  });

  test("other routes have only the path of their address", async () => {
    const api = await serveApi({ routes: { "ANY /{proxy+}": proxy(`${await echo()}/fixed`) } });
    expect((await call(api.url, "/store")).text).toBe("/fixed");
  });
});
