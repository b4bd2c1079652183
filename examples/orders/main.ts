import { App } from "serverform";
import { Data } from "./stacks/data";
import { Events } from "./stacks/events";
import { Service } from "./stacks/service";

const app = new App({ name: "orders" });
app.stack(Data).stack(Events).stack(Service);
app.synth();
