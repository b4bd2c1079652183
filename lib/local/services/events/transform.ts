import type { Values } from "../../model/model";
import { block, text, textMap } from "../../model/values";
import { valueAt } from "../../wire/value-at";

/**
 * The input of a target: the event, a part of it, a constant text or a filled-in template.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html
 */
export function targetInput(target: Values, event: Values): string {
  const constant = text(target, "input");
  if (constant !== undefined) return constant;
  const path = text(target, "input_path");
  if (path !== undefined) return JSON.stringify(at(event, path) ?? null);
  const transformer = block(target, "input_transformer");
  if (transformer === undefined) return JSON.stringify(event);
  return fill(text(transformer, "input_template") ?? "", textMap(transformer, "input_paths"), event);
}

/** `$.detail.lines[0].sku` */
function at(event: unknown, path: string): unknown {
  return valueAt(event, path.replace(/^\$/, ""));
}

/** Values are inserted as text within quotes, and as JSON elsewhere. */
function fill(template: string, paths: Readonly<Record<string, string>>, event: Values): string {
  let isQuoted = false;
  return template.replace(/\\.|"|<([A-Za-z0-9_.-]+)>/g, (found, name: string | undefined) => {
    if (found === '"') isQuoted = !isQuoted;
    if (name === undefined) return found;
    const value = name === "aws.events.event.json" ? event : valueOf(name, paths, event);
    if (!isQuoted) return JSON.stringify(value ?? null);
    const written = typeof value === "string" ? value : JSON.stringify(value ?? "");
    return JSON.stringify(written).slice(1, -1);
  });
}

function valueOf(name: string, paths: Readonly<Record<string, string>>, event: Values): unknown {
  const path = Object.hasOwn(paths, name) ? paths[name] : undefined;
  return path === undefined ? undefined : at(event, path);
}
