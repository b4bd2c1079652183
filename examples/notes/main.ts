import { App } from "serverform";
import { Database } from "./stacks/database";
import { Service } from "./stacks/service";

const app = new App({ name: "notes" });
app.setDefaultFunctionProps({ srcPath: "examples/notes" });
app.stack(Database).stack(Service);
app.synth();
