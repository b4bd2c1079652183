/** @group processes */

import { chmodSync } from "node:fs";
import { join } from "node:path";
import { Function as Fn, Queue, Stack } from "../../../lib";
import { project, serveOutput, stopAll, synthesize } from "../../cli/live-client/loopback/stage";

afterAll(stopAll);

/**
 * A program that does not support `AWS_ENDPOINT_URL`, and speaks to AWS as one in Go does: through the proxy, with the
 * certificates of its environment.
 */
const program = `#!${process.execPath}
const http = require("node:http");
const { createHash, createHmac } = require("node:crypto");
const tls = require("node:tls");
const { readFileSync } = require("node:fs");
const api = "http://" + process.env.AWS_LAMBDA_RUNTIME_API + "/2018-06-01/runtime/invocation/";
const host = "sqs.us-east-1.amazonaws.com";
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();

function listQueues() {
  const { hostname, port, username, password } = new URL(process.env.HTTPS_PROXY);
  const credentials = Buffer.from(username + ":" + password).toString("base64");
  const headers = { "proxy-authorization": "Basic " + credentials };
  return new Promise((resolve, reject) => {
    http.request({ hostname, port, method: "CONNECT", path: host + ":443", headers }).on("error", reject).on("connect", (answer, socket) => {
      const secured = tls.connect({ socket, servername: host, ca: readFileSync(process.env.AWS_CA_BUNDLE) }, () => {
        const body = "Action=ListQueues&Version=2012-11-05";
        const scope = "20260101/us-east-1/sqs/aws4_request";
        const date = "20260101T000000Z";
        const canonical = ["POST", "/", "", "host:" + host, "x-amz-date:" + date, "", "host;x-amz-date", sha256(body)].join("\\n");
        const key = scope.split("/").reduce(hmac, "AWS4" + process.env.AWS_SECRET_ACCESS_KEY);
        const signature = hmac(key, ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\\n")).toString("hex");
        secured.write("POST / HTTP/1.1\\r\\nHost: " + host + "\\r\\nConnection: close\\r\\nContent-Type: application/x-www-form-urlencoded\\r\\n" +
          "X-Amz-Security-Token: " + process.env.AWS_SESSION_TOKEN + "\\r\\n" +
          "X-Amz-Date: " + date + "\\r\\nAuthorization: AWS4-HMAC-SHA256 Credential=" + process.env.AWS_ACCESS_KEY_ID + "/" + scope + ", SignedHeaders=host;x-amz-date, Signature=" + signature + "\\r\\nContent-Length: " + body.length + "\\r\\n\\r\\n" + body);
      });
      let text = "";
      secured.on("data", (data) => { text += data; }).on("end", () => resolve(text)).on("error", reject);
    }).end();
  });
}

(async () => {
  for (;;) {
    const next = await fetch(api + "next");
    await next.text();
    const result = await listQueues().catch(String);
    await fetch(api + next.headers.get("lambda-runtime-aws-request-id") + "/response", { method: "POST", body: JSON.stringify(result) });
  }
})();`;

test("A program in a provided function reaches the services of serverform local at the hosts of AWS", async () => {
  const folder = project({ "code/bootstrap": program });
  chmodSync(join(folder, "code/bootstrap"), 0o755);
  synthesize(folder, { SERVERFORM_LOCAL: "true" }, join(folder, "out"), (app) => {
    const stack = new Stack(app, "Main");
    const jobs = new Queue(stack, "Jobs");
    const code = {
      runtime: "provided.al2023",
      srcPath: "code",
      handler: "bootstrap",
      bundle: false,
    } as const;
    new Fn(stack, "Program", { ...code, bind: [jobs], permissions: ["sqs"] });
  });
  const local = await serveOutput(folder, join(folder, "out"));
  const outcome = await local.invoke("dev-notes-Main-Program", {});
  expect(outcome).toMatchObject({ status: "ok" });
  expect("payload" in outcome && JSON.parse(outcome.payload)).toMatch(
    /^HTTP\/1\.1 200 OK[\s\S]*<QueueUrl>.*dev-notes-Jobs/,
  );
});
