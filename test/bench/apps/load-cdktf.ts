import "cdktf";
import { report } from "./settings";

report();
