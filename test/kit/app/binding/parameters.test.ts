import { Api, Config, Function } from "../../../../lib";
import { addresses, resources, testStack } from "../../../support/stack";

/** Name and value of every parameter in a stack. */
function parameters(bindingParameters: boolean) {
  const stack = testStack({ bindingParameters, ssmPrefix: "/team" });
  new Config.Parameter(stack, "HOST", { value: "example.com" });
  new Config.Secret(stack, "KEY");
  new Function(stack, "my-fn", { handler: "functions/notes.get" });
  new Api(stack, "Api", { routes: { "GET /notes": "functions/notes.get" } });
  const found = Object.values(resources(stack, "aws_ssm_parameter"));
  return { stack, found: Object.fromEntries(found.map(({ name, value }) => [name, value])) };
}

describe("parameters of bindings", () => {
  test("are created only on request", () => {
    expect(parameters(false).found).toEqual({});
  });

  test("hold every variable of bound constructs, but no secret and no function that a route made", () => {
    expect(parameters(true).found).toEqual({
      "/team/serverform/notes/dev/Parameter/HOST/value": "example.com",
      "/team/serverform/notes/dev/Function/my_fn/functionName": "dev-notes-Main-my-fn",
      "/team/serverform/notes/dev/Api/Api/url": expect.stringMatching(
        /^\$\{aws_apigatewayv2_api\..*api_endpoint\}$/,
      ),
    });
  });

  test("are made once, however often the stack is read", () => {
    const { stack } = parameters(true);
    expect(addresses(stack)).toEqual(addresses(stack));
  });
});
