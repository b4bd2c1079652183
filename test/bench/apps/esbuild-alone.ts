import { bundleHandlers } from "./bundle";
import { report, settings } from "./settings";

report();
bundleHandlers(settings.outdir);
