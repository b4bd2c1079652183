import { App } from "serverform";
import { Service } from "./stacks/service";

const app = new App({ name: "board" });
app.stack(Service);
app.synth();
