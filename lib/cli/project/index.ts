export { describeBuild, printBuild } from "./build-summary";
export { type GlobalOptions, runInContext } from "./command-context";
export { selectStacks } from "./stack-selection";
