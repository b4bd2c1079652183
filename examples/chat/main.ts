import { App } from "serverform";
import { Service } from "./stacks/service";

const app = new App({ name: "chat" });
app.stack(Service);
app.synth();
