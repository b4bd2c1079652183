import { constructDescriptions } from "../../../lib/constructs/list";
import type { ConstructDescription } from "../../../lib/kit/description";
import { appSyncEdits } from "./app-sync";
import { dataEdits } from "./data";
import { eventsEdits } from "./events-api";
import { functionEdits } from "./functions";
import { gatewayEdits } from "./gateways";
import { mcpEdits } from "./mcp";
import { serviceEdits } from "./services";
import { siteEdits } from "./sites";
import { userEdits } from "./users";

const rows = Object.keys({
  ...appSyncEdits,
  ...dataEdits,
  ...eventsEdits,
  ...functionEdits,
  ...gatewayEdits,
  ...mcpEdits,
  ...serviceEdits,
  ...siteEdits,
  ...userEdits,
});

const descriptions: readonly ConstructDescription[] = constructDescriptions;
const classes = descriptions.map(({ className, publicName = className }) => publicName);

test("every construct has edits in the matrix", () => {
  const missing = classes.filter((name) => !rows.some((row) => row.startsWith(`${name} `)));
  expect(missing).toEqual([]);
});

test("every row of the matrix begins with the name of a construct", () => {
  expect(rows.filter((row) => !classes.some((name) => row.startsWith(`${name} `)))).toEqual([]);
});
