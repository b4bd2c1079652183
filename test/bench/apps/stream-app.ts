import { App, RestV1Api, Stack } from "serverform";
import { settings } from "./settings";

/** The app on which streaming is measured. */
const { name, stage, region } = settings;
const app = new App({ name, stage, region });
new RestV1Api(new Stack(app, "Main"), "Api", {
  cors: false,
  routes: {
    "GET /words": { function: "functions/words.handler", streaming: true },
    "GET /large/{bytes}": { function: "functions/large.handler", streaming: true },
  },
});
app.synth();
