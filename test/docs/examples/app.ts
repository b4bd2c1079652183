import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { S3Backend } from "cdktf";
import { Api, App, Function, Stack, type StackContext } from "serverform";

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

// #region moved
export function appWithNewId() {
  const app = new App({ name: "notes" });
  app.moved("Main/Notes", "Main/Entries");
  return app;
}
// #endregion

// #region moved-route
export function RenamedRoute({ stack }: StackContext) {
  new Api(stack, "Api", {
    routes: {
      "GET /entries/{id}": { function: "functions/notes.get", moved: { from: "GET /notes/{id}" } },
    },
  });
}
// #endregion

// #region lock-file
export function appWithLockedState() {
  return new App({ name: "notes", backend: { type: "s3", bucket: "my-state", useLockfile: true } });
}
// #endregion

// #region import
export function KeptNotes({ stack }: StackContext) {
  stack.addOverride("import", [{ to: "aws_dynamodb_table.Notes", id: "dev-notes-Notes" }]);
}
// #endregion

// #region existing-stack
/** Was: class Network extends TerraformStack, with the id "network-dev". */
export class Network extends Stack {
  constructor(app: App) {
    super(app, "Network", { stackName: `network-${app.stage}` });
    const topic = new SnsTopic(this, "alarms", { name: `alarms-${app.stage}` });
    new Function(this, "Alarm", { handler: "functions/notes.get", environment: { TOPIC_ARN: topic.arn } });
  }
}
// #endregion

// #region adopted-stack
/** Was: class Alarms extends TerraformStack, with the id "alarms". */
export class Alarms extends Stack {
  constructor(app: App) {
    super(app, "Alarms", { stackName: "alarms", backend: "own" });
    new AwsProvider(this, "aws", { region: "us-east-1" });
    new S3Backend(this, { bucket: "acme-states", key: "alarms.tfstate", region: "us-east-1" });
    new SnsTopic(this, "alarms", { name: "alarms" });
    // New:
    new Api(this, "Api", { routes: { "GET /notes": "functions/notes.get" } });
  }
}
// #endregion

// #region two-regions
export function appInTwoRegions() {
  const app = new App({ name: "notes", region: "us-east-1" });
  new Stack(app, "Main");
  new Stack(app, "Europe", { provider: { region: "eu-west-1" } });
  return app;
}
// #endregion

// #region provider-settings
export function appWithProvider() {
  const app = new App({
    name: "notes",
    provider: {
      assumeRole: { roleArn: "arn:aws:iam::111122223333:role/deployer", externalId: "acme" },
      defaultTags: { team: "notes" },
      ignoreTags: { keyPrefixes: ["cost:"] },
      maxRetries: 10,
    },
  });
  new Stack(app, "Backup", { provider: { profile: "backup" } });
  return app;
}
// #endregion
