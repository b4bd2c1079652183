import { App } from "serverform";
import { Database } from "./stacks/database";
import { Service } from "./stacks/service";
import { Users } from "./stacks/users";

const app = new App({ name: "notes" });
app.setDefaultFunctionProps({ srcPath: "examples/notes" });
app.stack(Database).stack(Users).stack(Service);
app.synth();
