import { App } from "serverform";
import { Web } from "./stacks/web.js";

const app = new App({ name: "web" });
app.stack(Web);
app.synth();
