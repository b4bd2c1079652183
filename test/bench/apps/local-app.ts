import { Api, App, Stack } from "serverform";
import { settings } from "./settings";

/** The app on which the local server is measured: `GET /hello`, and routes that receive no requests. */
const { name, stage, region, routesPerApi } = settings;
const quotas = { routesPerHttpApi: Math.max(300, routesPerApi) };
const app = new App({ name, stage, region, quotas });
const routes = Array.from({ length: routesPerApi - 1 }, (_, index) => [
  `GET /items${index}/{id}`,
  `functions/route${index}.handler`,
]);
new Api(new Stack(app, "Main"), "Api", {
  routes: { "GET /hello": "functions/hello.handler", ...Object.fromEntries(routes) },
});
app.synth();
