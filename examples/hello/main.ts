import { Api, App, type StackContext } from "serverform";

function Main({ stack }: StackContext) {
  const api = new Api(stack, "Api", { routes: { "GET /": "functions/hello.handler" } });
  stack.addOutputs({ ApiUrl: api.url });
}

const app = new App({ name: "hello" });
app.stack(Main);
app.synth();
