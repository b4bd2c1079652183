import { type App, blockAt, type Place, withBlock } from "./apps";
import type { Statement } from "./judge";

/** A policy in the JSON of an app. */
export interface PolicyPlace extends Place {
  readonly attribute: string;
  readonly statements: readonly Statement[];
}

/** The policies of an app: of roles, of resources, and trust policies. */
export function policiesOf(app: App): readonly PolicyPlace[] {
  return Object.entries(app).flatMap(([stack, { resource = {} }]) =>
    Object.entries(resource).flatMap(([type, blocks]) =>
      Object.keys(blocks).flatMap((name) => {
        const place = { stack, type, name };
        return Object.entries(blockAt(app, place)).flatMap(([attribute, value]) => {
          if (!/policy$/.test(attribute) || typeof value !== "string" || !value.startsWith("{")) return [];
          // An expression of Terraform in it may have quotes of its own.
          const statements = statementsIn(value);
          if (statements === undefined) return [];
          return [{ ...place, attribute, statements: [statements].flat() as Statement[] }];
        });
      }),
    ),
  );
}

function statementsIn(policy: string): unknown {
  try {
    return JSON.parse(policy).Statement;
  } catch {
    return undefined;
  }
}

/** A copy of an app in which a policy has other statements. */
export function withStatements(app: App, place: PolicyPlace, statements: unknown): App {
  const policy = JSON.stringify({ Version: "2012-10-17", Statement: statements });
  return withBlock(app, place, { ...blockAt(app, place), [place.attribute]: policy });
}
