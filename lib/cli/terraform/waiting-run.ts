import { cloudWorkspace } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { formatDuration } from "../ui/duration";
import { type ApiRun, CloudApi } from "./cloud-api";

/** The states of a run in words. Source: https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run#run-states */
const states: Readonly<Record<string, string>> = {
  pending: "is queued",
  plan_queued: "is queued",
  planning: "is planning",
  planned: "waits for its confirmation",
  cost_estimated: "waits for its confirmation",
  policy_checked: "waits for its confirmation",
  policy_override: "waits for an override of its policies",
  apply_queued: "is confirmed and queued",
  confirmed: "is confirmed",
  applying: "is applying",
};
const waitsForPerson = ["planned", "cost_estimated", "policy_checked", "policy_override"];

/**
 * The unfinished run that holds the workspace of a stack: which one, whose, since when, and its page. Undefined without one, or if the
 * API does not name it.
 *
 * @param ownRun - the page of the run that waits
 */
export async function describeHolder(
  stack: SynthesizedStack,
  ownRun: string | undefined,
  now = Date.now(),
): Promise<string | undefined> {
  const place = cloudWorkspace(stack);
  const holder = place && (await CloudApi.of(stack)?.findCurrentRun(place.name));
  if (place === undefined || holder === undefined || ownRun?.endsWith(`/${holder.id}`) === true)
    return undefined;
  const { host, organization, name } = place;
  const page = `https://${host}/app/${organization}/workspaces/${name}/runs/${holder.id}`;
  const remedy = waitsForPerson.includes(holder.status) ? " Confirm or discard it there." : "";
  return `Waiting for ${sentenceOf(holder, now)}: ${page}${remedy}`;
}

function sentenceOf({ id, status, createdAt, createdBy, message }: ApiRun, now: number): string {
  const who = createdBy === undefined ? id : `${id} of ${createdBy}`;
  const age = createdAt === undefined ? Number.NaN : (now - Date.parse(createdAt)) / 1000;
  const since = Number.isNaN(age)
    ? ""
    : `, since ${createdAt} (${formatDuration(Math.max(0, Math.floor(age)))})`;
  const title = message === undefined || message === "" ? "" : ` ("${message}")`;
  return `${who}${title}, which ${states[status]}${since}`;
}
