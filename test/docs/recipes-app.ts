import { App } from "serverform";
import { LimitedOrders } from "./examples/operating";

const app = new App({ name: "recipes" });
app.setDefaultFunctionProps({ srcPath: "test/docs/examples" });
app.stack(LimitedOrders);
app.synth();
