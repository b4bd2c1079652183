import { App } from "serverform";
import { Tasks } from "./stacks/tasks.js";

const app = new App({ name: "database" });
app.stack(Tasks);
app.synth();
