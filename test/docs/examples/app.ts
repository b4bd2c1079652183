import { App, type Stack, type StackContext } from "serverform";

// #region backend-s3
export function appWithSharedState() {
  return new App({
    name: "notes",
    backend: { type: "s3", bucket: "acme-terraform-state", region: "eu-west-1", keyPrefix: "notes/" },
  });
}
// #endregion

// #region packaging
export function appForSavedPlans() {
  return new App({ name: "notes", packaging: "synth" });
}
// #endregion

// #region backend-cloud
export function appInTerraformCloud() {
  return new App({
    name: "notes",
    backend: { type: "cloud", organization: "acme", project: "notes" },
  });
}
// #endregion

// #region outputs
export function Names({ stack }: StackContext) {
  stack.addOutputs({
    Stage: stack.stage,
    Region: { value: stack.region, description: "Where this stage runs", exportName: "NotesRegion" },
  });
}
// #endregion

// #region removal
export function keepDataInProduction(app: App) {
  app.setDefaultRemovalPolicy(app.stage === "prod" ? "retain" : "destroy");
}
// #endregion

// #region lock-file
export function lockState(stack: Stack) {
  stack.addOverride("terraform.backend.s3.use_lockfile", true);
}
// #endregion

// #region import
export function KeptNotes({ stack }: StackContext) {
  stack.addOverride("import", [{ to: "aws_dynamodb_table.Notes", id: "dev-notes-Notes" }]);
}
// #endregion
