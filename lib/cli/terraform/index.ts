export { approveRemoval, asksFirst, openApproval } from "./approval";
export { deleteWorkspaces, unsharedStates } from "./cloud-api";
export { deployStacks } from "./deploy";
export { diffStacks } from "./diff";
export { printDiffs } from "./diff-report";
export { openEngine, openTerraform } from "./engine";
export { removeStacks } from "./remove";
export { describeReports, endRun, exitCodeOf, printReport, writeOutputsFile } from "./report";
export { commitOf, readPlans, type SavedPlan, savedPlan, writePlans } from "./review/saved-plans";
