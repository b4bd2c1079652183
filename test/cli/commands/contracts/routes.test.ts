/** @group processes */

import { expectOutputOf } from "../../../support/output-schema";
import { cleanUp, Project } from "../../support/cli";

afterAll(cleanUp);

const json = {
  resource: {
    aws_apigatewayv2_api: { web: { name: "web", protocol_type: "HTTP" } },
    aws_apigatewayv2_route: {
      a: { api_id: "${aws_apigatewayv2_api.web.id}", route_key: "GET /a" },
      b: { api_id: "${aws_apigatewayv2_api.web.id}", route_key: "GET /b", authorization_type: "AWS_IAM" },
    },
  },
};

describe("serverform routes", () => {
  const project = new Project({ "dev-web": {} });
  project.write("other/main.tf.json", JSON.stringify(json));

  test("reads JSON that another tool wrote, without an app", async () => {
    const { code, stdout } = await project.run(["routes", "--from", "other", "--open", "--json"]);
    expectOutputOf("routes", stdout);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { problems: [], routes: [expect.objectContaining({ route: "GET /a", who: "anyone", isOpen: true })] },
    ]);
  });

  test("synthesizes the app in a folder of its own", async () => {
    const { code, stdout } = await project.run(["routes"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("0 of 0 routes, 0 open to everyone.")]);
  });

  test("refuses a folder without Terraform JSON", async () => {
    project.write("empty/template.yaml", "Resources: {}");
    const { code, stderr } = await project.run(["routes", "--from", "empty"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("[local-folder-empty]")]);
  });
});
