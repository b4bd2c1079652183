import { App } from "serverform";
import { Service } from "./stacks/service";

const app = new App({ name: "weather" });
app.stack(Service);
app.synth();
