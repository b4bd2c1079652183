import "serverform";
import { report } from "./settings";

report();
