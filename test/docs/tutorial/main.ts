import { App } from "serverform";
import { Notes } from "./stacks/notes.js";

const app = new App({ name: "notes" });
app.stack(Notes);
app.synth();
