import { Api, App, Function, Stack } from "serverform";
import { report } from "./settings";

// A construct is loaded when its name is first used. A use without effect would be left out of the compiled program.
for (const each of [Api, App, Function, Stack]) {
  if (typeof each !== "function") throw new Error("The library is not loaded.");
}
report();
