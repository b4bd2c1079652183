import { App } from "serverform";
import { Service } from "./stacks/service";
import { Stations } from "./stacks/stations";

const app = new App({ name: "weather" });
app.stack(Service).stack(Stations);
app.synth();
