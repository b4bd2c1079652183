import { Api, App, Stack, StaticSite } from "serverform";

const app = new App({ name: "bench", stage: "dev", region: "us-east-1" });
const stack = new Stack(app, "Main");
const api = new Api(stack, "Api");
new StaticSite(stack, "Site", {
  path: "web",
  buildCommand: "node build.cjs",
  buildOutput: "dist",
  environment: { API_URL: api.url },
  routes: { "/api/*": api },
});
app.synth();
