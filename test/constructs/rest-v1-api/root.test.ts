import { Stack } from "../../../lib/kit/app";
import { standardErrorOf } from "../../support/environment";
import { testApp } from "../../support/stack";
import { handler, restApi } from "./support";

test.each([
  [["ANY /{proxy+}"], true],
  [["GET /{all+}", "GET /notes"], true],
  [["ANY /{proxy+}", "ANY /"], false],
  [["ANY /{proxy+}", "GET /"], false],
  [["ANY /notes/{proxy+}"], false],
  [["GET /{id}"], false],
])("routes %j of a RestV1Api leave the root out, with a notice: %p", (keys, isSaid) => {
  const said = standardErrorOf(() => {
    const app = testApp();
    const routes = Object.fromEntries(keys.map((key) => [key, handler]));
    restApi({ routes }, new Stack(app, "Main"));
    app.synth();
  });
  expect(/every path but \/.*dev-notes-Main\//s.test(String(said))).toBe(isSaid);
});
