import { Api, App, Site, type StackContext } from "serverform";

function Main({ stack }: StackContext) {
  const api = new Api(stack, "Api", { routes: { "GET /api/time": "functions/time.handler" } });
  const site = new Site(stack, "Web", {
    path: "web",
    // A server without a framework, so that nothing needs to be installed. With one, leave out these two.
    framework: "static",
    server: { entry: "server.js" },
    environment: { TITLE: "Guest book", TIME_URL: process.env.TIME_URL ?? `${api.url}/api/time` },
    routes: { "/api/*": api },
  });
  stack.addOutputs({ SiteUrl: site.url });
}

const app = new App({ name: "rendered" });
app.stack(Main);
app.synth();
