import { join, resolve } from "node:path";
import { accountOfRole } from "../../facts/aws/arns";
import { checkPort, inBackground, takeServerFolder } from "../../local";
import { matchesFunction } from "../../runtime/live";
import { fail } from "../errors";
import type { LiveClient } from "../live-client/client";
import { watchApp } from "../local/app-watch";
import { parseInspect } from "../local/options";
import { credentialsConfigured, findCallerIdentity } from "../project/caller-identity";
import { type CommandContext, runInContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { checkOnly, checkStage } from "../stage/checks";
import { stageCredentials } from "../stage/developer-credentials";
import { requireCaller } from "../stage/require-caller";
import { SiteEnvironments } from "../stage/site-environments";
import { appRegion, unwrappedFunctions } from "../stage/stack-facts";
import type { StackReport } from "../terraform/report";
import { untilAborted } from "../ui/interrupt";
import { requireWritable } from "../writable-file";
import { connectClient } from "./connect";
import { LiveDatabases } from "./databases";
import {
  deployLiveStacks,
  isDebugStack,
  type LiveDeployment,
  LiveMarker,
  liveVariables,
  relayOutputs,
} from "./deploy-live";
import { LiveApp } from "./live-app";
import { openLiveConsole } from "./live-console";
import { type LiveRecord, parseLiveRecord, type StartOptions } from "./options";
import { LivePrinter } from "./printer";
import { EnterQuestion, listenForEnter, Redeploy } from "./redeploy";

/** Waits for Terraform while it runs, and later for the invocations that run here. */
const onInterrupt = {
  first:
    "\nInterrupted. Waiting for Terraform and for the invocations that run here. Interrupt again to stop immediately.",
  second: "\nStopping immediately. The deployed code answers.",
} as const;

/** Deploys the app with wrappers, and runs its functions on this machine until the command is interrupted. */
export async function start(options: StartOptions): Promise<number> {
  const inspectPort = parseInspect(options.inspect, "serverform start");
  const record = parseLiveRecord(options);
  requireWritable("serverform start", "--outputs-file", options.outputsFile);
  return runInContext(options, { command: "start", account: true, onInterrupt }, async (context) => {
    checkStage(context.stage, options.yes ?? false);
    // Checked before the deployment, which may take long.
    if (record?.port !== undefined)
      await checkPort(
        { host: "127.0.0.1", port: record.port },
        { command: "start", option: "--console-page" },
      );
    const folder = takeServerFolder(join(context.project.root, ".serverform", "start"));
    const printer = new LivePrinter(context.terminal, options.json ?? false, options.console ?? false);
    try {
      return await startInFolder(context, options, { folder: folder.path, inspectPort, printer, record });
    } finally {
      printer.flush();
      folder.release();
    }
  });
}

interface Session {
  readonly folder: string;
  readonly inspectPort: number | undefined;
  readonly printer: LivePrinter;
  readonly record: LiveRecord | undefined;
}

async function startInFolder(
  context: CommandContext,
  options: StartOptions,
  { folder, inspectPort, printer, record }: Session,
): Promise<number> {
  const { report } = printer;
  const { deployment, stacks, reports, exitCode } = await deploy(context, options);
  if (exitCode !== 0) return exitCode;
  const sites = new SiteEnvironments(context.project.root);
  sites.update(reports);
  const region = appRegion(stacks);
  const credentials = await stageCredentials(region, options.roleArn, stacks);
  const databases = new LiveDatabases({ root: context.project.root, aws: { region, credentials }, report });
  const debugStack = reports.find(({ id }) => stacks.some((stack) => stack.id === id && isDebugStack(stack)));
  if (debugStack === undefined) throw new Error("The app declares no debug stack.");
  const { history, port } = record ?? {};
  if (record?.printsFacts === true) history?.listen(printer.fact);
  const app = await LiveApp.open({ context, folder, report, inspectPort, watch: options.watch, history });
  let client: LiveClient | undefined;
  const question = new EnterQuestion();
  const cleanUps: (() => unknown)[] = [() => databases.stop(), () => app.stop(), () => question.withdraw()];
  try {
    checkOnly(options.only, app.functionIds, matchesFunction, "start");
    if (options.watch) {
      const redeploy = new Redeploy(
        {
          deployment,
          app,
          sites,
          databases,
          question,
          yes: options.yes ?? false,
          isQuiet: options.console ?? false,
        },
        stacks,
      );
      // Before invocations arrive, so that an immediate change is not missed.
      const watching = await watchApp({
        root: context.project.root,
        ignored: [resolve(context.project.root, context.project.output)],
        isHandlerInput: (file) => app.isHandlerSource(file),
        failed: (error) => report({ event: "warning", text: `Files cannot be watched: ${error.message}` }),
        onChange: async () => {
          question.withdraw();
          // A question stays open until it is answered or withdrawn, and must not block changes.
          redeploy.changed();
        },
      });
      cleanUps.unshift(() => watching.close(), listenForEnter(context.terminal, question.pressed));
    }
    if (history !== undefined && port !== undefined) {
      const { stage, terminal } = context;
      cleanUps.unshift(
        await openLiveConsole({ app, history, stage, region, port, folder, terminal, printer }),
      );
    }
    client = await connectClient({
      region,
      credentials,
      relay: relayOutputs(debugStack.id, debugStack.outputs),
      app,
      only: options.only,
      report,
    });
    for (const text of unwrappedFunctions(stacks)) report({ event: "notice", text });
    databases.keepAwake();
    inBackground("live development", databases.update(reports));
    return await Promise.race([
      client.replaced.then(() => 1),
      untilAborted(context.interrupt.first).then(() => 0),
    ]);
  } finally {
    await endClient(client, context);
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

interface Deployed {
  readonly deployment: LiveDeployment;
  readonly stacks: readonly SynthesizedStack[];
  readonly reports: readonly StackReport[];
  readonly exitCode: number;
}

async function deploy(context: CommandContext, options: StartOptions): Promise<Deployed> {
  const { interrupt, terminal, stage } = context;
  const terraform = await import("../terraform/index.js");
  const { generateSchemas } = await import("../schemagen/generate.js");
  const begin = performance.now();
  const approve = terraform.openApproval(terminal, { yes: options.yes ?? false, command: "start" });
  const binary = await terraform.openTerraform(context);
  const stacks = await context.synthesize(liveVariables(options.increaseTimeout ?? false));
  if (stacks.some(({ settings }) => settings?.isProtected === true))
    fail("serverform start", "stage-protected", "--stage", { value: stage });
  await requireCaller("serverform start", stacks);
  await generateSchemas(context);
  const deployment: LiveDeployment = {
    context,
    terraform: binary,
    increaseTimeout: options.increaseTimeout ?? false,
    account: await callerAccount(options.roleArn),
  };
  new LiveMarker(context).set();
  const reports = await deployLiveStacks(deployment, stacks, stacks, approve);
  const seconds = (performance.now() - begin) / 1000;
  terraform.printReport(terminal, reports, { verb: "Deployed", seconds });
  if (options.outputsFile !== undefined) terraform.writeOutputsFile(options.outputsFile, reports);
  const exitCode = terraform.exitCodeOf(reports, interrupt);
  if (exitCode !== 0 && options.json === true)
    terminal.data(JSON.stringify(terraform.describeReports(stage, reports, seconds)));
  return { deployment, stacks, reports, exitCode };
}

async function callerAccount(roleArn: string | undefined): Promise<string | undefined> {
  if (roleArn !== undefined) return accountOfRole(roleArn);
  return credentialsConfigured(process.env) ? (await findCallerIdentity())?.account : undefined;
}

/** Ends the client. The second interrupt does not wait for its invocations. */
async function endClient(client: LiveClient | undefined, { interrupt }: CommandContext): Promise<void> {
  if (client === undefined) return;
  await Promise.race([client.stop(), untilAborted(interrupt.second).then(() => client.abandon())]);
}
