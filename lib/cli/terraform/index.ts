export { approveRemoval, asksFirst, openApproval } from "./approval";
export { deployStack } from "./deploy";
export { diffStacks } from "./diff";
export { printDiffs } from "./diff-report";
export { openEngine, openTerraform } from "./engine";
export { writeOutputsFile } from "./outputs";
export { removeStack } from "./remove";
export { exitCodeOf, printReport } from "./report";
export { runStacks } from "./stack-runs";
