import { createServer } from "node:http";
import { serveRestApi } from "../../gateways/rest/support";
import { call, closeAll, listen } from "../../gateways/support/serve";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface TemplateFact extends RecordedFact {
  /** Maps the request. @default - it is passed on */
  readonly request?: string;
  /** Maps the answer of a server that sends back what it gets. */
  readonly response: string;
  readonly body: string;
  readonly text: string;
}

afterEach(closeAll);

testFacts(readSuite<TemplateFact>("rest/templates"), async ({ request, response, body, text }) => {
  const echo = createServer((received, answer) => void received.pipe(answer));
  const integration = {
    type: "HTTP",
    uri: await listen(echo),
    integration_http_method: "POST",
    ...(request !== undefined && { request_templates: { "application/json": request } }),
  };
  const responses = { 200: { response_templates: { "application/json": response } } };
  const api = await serveRestApi({ methods: { "POST /": { integration, responses } } });
  const headers = { "content-type": "application/json" };
  expect((await call(api.url, "/dev/", { method: "POST", headers, body })).text).toBe(text);
});
