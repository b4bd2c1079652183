import * as path from "node:path";
import type * as list from "../../lib/constructs/list";
import { checkDefaults } from "../../lib/kit/app/function-defaults";
import { provideConstructs } from "../../lib/kit/description/construct-description";
import type * as defaults from "../../lib/kit/function/default-props";

// Test files share their process, one after the other, and an app takes its project from the working directory.
process.chdir(path.resolve(__dirname, "../.."));

// The registration that lib/index.ts makes for an app: many tests load a part of the library alone. The list is loaded when it is
// read.
provideConstructs(() => {
  const { constructDescriptions } = require("../../lib/constructs/list") as typeof list;
  return constructDescriptions;
});
checkDefaults.provide(() => {
  const { checkDefaultProps } = require("../../lib/kit/function/default-props") as typeof defaults;
  return checkDefaultProps;
});
