import { App, Stack } from "serverform";
import { addService } from "./rest-library-service";
import { report, settings } from "./settings";

report();
const { name, stage, region, outdir } = settings;
const app = new App({ name, stage, region, outdir });
addService(new Stack(app, "Main"));
app.synth();
