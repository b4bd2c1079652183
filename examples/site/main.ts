import { App } from "serverform";
import { Web } from "./stacks/web";

const app = new App({ name: "site" });
app.stack(Web);
app.synth();
