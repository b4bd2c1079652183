/** @group processes */

import { compareAccess } from "../../../lib/model";
import { temporaryFolder } from "../../support/stack";
import { type App, exampleApps, factsOfApp } from "./apps";
import { newlyAllowed } from "./judge";
import { type Planted, plantedIn } from "./planted";
import { policiesOf, withStatements } from "./policies";
import { rewritings } from "./rewritings";

let apps: ReadonlyMap<string, App>;

beforeAll(() => {
  apps = exampleApps(temporaryFolder());
});

/** One opening of each kind that can be planted into an app, each time at another place. */
function ofEachKind(all: readonly Planted[], turn: number): readonly Planted[][] {
  const kinds = new Map<string, Planted[]>();
  for (const each of all) kinds.set(each.kind, [...(kinds.get(each.kind) ?? []), each]);
  return [...kinds.values()].map((own) => {
    const start = turn % own.length;
    return [...own.slice(start), ...own.slice(0, start)];
  });
}

test("no planted opening is missed", () => {
  const tried: string[] = [];
  const missed: string[] = [];
  for (const [turn, app] of [...apps.values()].entries()) {
    const before = factsOfApp(app);
    for (const places of ofEachKind(plantedIn(app), turn)) {
      for (const { kind, where, make } of places) {
        const opened = make();
        if (opened === undefined) continue;
        tried.push(kind);
        const terms = compareAccess(before, factsOfApp(opened));
        if (!terms.some(({ isOpening }) => isOpening)) missed.push(`${kind}: ${where}`);
        break;
      }
    }
  }
  expect(missed).toEqual([]);
  expect(tried.length).toBeGreaterThanOrEqual(200);
  expect(new Set(tried).size).toBeGreaterThanOrEqual(60);
});

test("no rewriting without effect is reported", () => {
  let count = 0;
  for (const app of apps.values()) {
    const before = factsOfApp(app);
    for (const [name, rewrite] of Object.entries(rewritings)) {
      let rewritten = app;
      for (const place of policiesOf(app)) {
        const statements = rewrite(place.statements);
        if (JSON.stringify(statements) === JSON.stringify(place.statements)) continue;
        // The judge agrees that nothing is allowed that was not, and the other way round.
        expect([name, newlyAllowed(place.statements, statements)]).toEqual([name, undefined]);
        expect([name, newlyAllowed(statements, place.statements)]).toEqual([name, undefined]);
        rewritten = withStatements(rewritten, place, statements);
        count++;
      }
      expect([name, compareAccess(before, factsOfApp(rewritten))]).toEqual([name, []]);
    }
  }
  expect(count).toBeGreaterThanOrEqual(200);
});
