import { isRecord } from "../../../facts/text/record";
import type { SynthesizedStack } from "../../project/synthesized-stack";

interface Stored {
  readonly values: Readonly<Record<string, unknown>>;
}

interface Owner {
  readonly app: string;
  readonly stage: string;
}

/**
 * The problem of a state whose resources all belong to another app or stage; undefined if one belongs to this one, or no resource
 * has an owner.
 *
 * The id of a stack consists of stage, app and id without a separator: the stack `admin-Queue` of `shop` is the stack `Queue` of
 * `shop-admin`. In one backend both would share the same state, and each deployment would remove the resources of the other one.
 */
export function foreignState(
  { id, settings, template }: SynthesizedStack,
  stored: readonly Stored[],
): string | undefined {
  if (settings === undefined) return undefined;
  const owners = stored.flatMap(ownerOf);
  const own = [settings, ...ownersOfProviders(template)];
  const [other] = owners;
  if (other === undefined || owners.some((owner) => own.some((each) => isSame(each, owner))))
    return undefined;
  return (
    `the state of ${id} belongs to the stage ${other.stage} of the app ${other.app}, and this is the stage ${settings.stage} of ${settings.app}: ` +
    "all that the other one has deployed would be changed or removed. Stage, app and id make the same stack id for both: give this app, its stage or " +
    "the stack another name, or the app a backend of its own (keyPrefix, workspacePrefix, directory)"
  );
}

const isSame = (one: Owner, other: Owner): boolean => one.app === other.app && one.stage === other.stage;

function ownerOf({ values }: Stored): readonly Owner[] {
  return ownerOfTags(isRecord(values.tags_all) ? values.tags_all : values.tags);
}

function ownerOfTags(tags: unknown): readonly Owner[] {
  const { "serverform:app": app, "serverform:stage": stage } = isRecord(tags) ? tags : {};
  return typeof app === "string" && typeof stage === "string" ? [{ app, stage }] : [];
}

/** The tags that the stack gives to its resources: the app may have replaced the library's tags. */
function ownersOfProviders({ provider }: SynthesizedStack["template"]): readonly Owner[] {
  const blocks = isRecord(provider) && Array.isArray(provider.aws) ? provider.aws : [];
  return blocks.filter(isRecord).flatMap(({ default_tags: given }) => {
    const [tags] = Array.isArray(given) ? given : [given];
    return ownerOfTags(isRecord(tags) ? tags.tags : undefined);
  });
}
