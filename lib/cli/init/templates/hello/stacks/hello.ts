import { Api, type StackContext } from "serverform";

export function Hello({ stack }: StackContext) {
  const api = new Api(stack, "Api", {
    routes: { "GET /": "functions/hello.handler" },
  });
  stack.addOutputs({ ApiUrl: api.url });
}
