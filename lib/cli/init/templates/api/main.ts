import { App } from "serverform";
import { Data } from "./stacks/data.js";
import { Service } from "./stacks/service.js";
import { Users } from "./stacks/users.js";

const app = new App({ name: "api" });
app.stack(Data).stack(Users).stack(Service);
app.synth();
