import { App } from "serverform";
import { Shop } from "./stacks/shop.js";

const app = new App({ name: "events" });
app.stack(Shop);
app.synth();
