import { App } from "serverform";
import { Service } from "./stacks/service";
import { Users } from "./stacks/users";

const app = new App({ name: "mcp" });
app.stack(Users).stack(Service);
app.synth();
