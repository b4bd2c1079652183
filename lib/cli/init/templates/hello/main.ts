import { App } from "serverform";
import { Hello } from "./stacks/hello.js";

const app = new App({ name: "hello" });
app.stack(Hello);
app.synth();
