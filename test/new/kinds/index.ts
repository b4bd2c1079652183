import { authorizer } from "./authorizer";
import { command } from "./command";
import { construct } from "./construct";
import type { NewKind } from "./kind";
import { operation } from "./operation";
import { route } from "./route";
import { service } from "./service";
import { trigger } from "./trigger";

/** Everything that `npm run new` writes. */
export const newKinds = {
  construct,
  route,
  authorizer,
  trigger,
  service,
  operation,
  command,
} satisfies Record<string, NewKind>;

export type NewKindName = keyof typeof newKinds;
