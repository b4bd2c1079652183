import type { Stack } from "../../../lib/kit/app";
import { appSyncEdits } from "../../edits/matrix/app-sync";
import { dataEdits } from "../../edits/matrix/data";
import type { Edits } from "../../edits/matrix/edit";
import { eventsEdits } from "../../edits/matrix/events-api";
import { functionEdits } from "../../edits/matrix/functions";
import { gatewayEdits } from "../../edits/matrix/gateways";
import { mcpEdits } from "../../edits/matrix/mcp";
import { serviceEdits } from "../../edits/matrix/services";
import { siteEdits } from "../../edits/matrix/sites";
import { userEdits } from "../../edits/matrix/users";
import { allJson } from "../../golden/all-json";
import { type Synthesized, synthesized, testStack } from "../stack";
import type { PlannedTemplate } from "./template";

/** The configurations of all samples and golden apps, and both sides of each edit, by name. */
export function orderedTemplates(): Readonly<Record<string, PlannedTemplate>> {
  const found: Record<string, PlannedTemplate> = {};
  for (const [name, stacks] of Object.entries(allJson()))
    for (const [id, json] of Object.entries(stacks)) found[`${name}, ${id}`] = ofJson(json as Synthesized);
  const edits: Edits = {
    ...appSyncEdits,
    ...dataEdits,
    ...eventsEdits,
    ...functionEdits,
    ...gatewayEdits,
    ...mcpEdits,
    ...serviceEdits,
    ...siteEdits,
    ...userEdits,
  };
  for (const [name, { before, after, planned }] of Object.entries(edits))
    for (const [side, make] of Object.entries({ before, after })) {
      const stack = testStack();
      make(stack);
      found[`${name}, ${side}`] = ofStack(planned?.(stack) ?? stack);
    }
  return found;
}

const ofStack = (stack: Stack): PlannedTemplate => ofJson(synthesized(stack));

/** The resources as they are written: nothing is planned, so that data sources need no values. */
const ofJson = ({ resource, moved }: Synthesized): PlannedTemplate => ({
  resource,
  locals: {},
  moved: (moved ?? []) as never,
});
