import { App } from "serverform";
import { Network } from "./stacks/network";
import { Partners } from "./stacks/partners";
import { Reviews } from "./stacks/reviews";
import { Servers } from "./stacks/servers";
import { Shop } from "./stacks/shop";

const app = new App({ name: "migration" });
app.stack(Network).stack(Servers).stack(Shop).stack(Reviews).stack(Partners);
app.synth();
