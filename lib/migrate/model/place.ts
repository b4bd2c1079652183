import type { MigrationFinding, Place } from "../../cli";
import { isProtection } from "./protections";

export type { MigrationFinding, Place };

/** A place as editors and terminals link it: `serverless.yml:12`. */
export const placeText = ({ file, line }: Place): string => `${file}:${line}`;

/** Collects the findings of one migration. Each text is kept once for each line. */
export class Findings {
  private readonly todoList: MigrationFinding[] = [];
  private readonly refusedList: MigrationFinding[] = [];
  private readonly noteList: MigrationFinding[] = [];

  /** Work that is left for a person. */
  todo(place: Place, text: string): void {
    add(this.todoList, { place, text });
  }

  /** Work without which the application is more open than before: the written stack reports an error until it is done. */
  refuse(place: Place, text: string): void {
    this.todo(place, text);
    add(this.refusedList, { place, text });
  }

  /** A part that was not translated, by the names of its properties. */
  untranslated(place: Place, names: readonly string[], text: string): void {
    if (isProtection(names)) this.refuse(place, text);
    else this.todo(place, text);
  }

  /** A part that became something else, or that the library does by itself. */
  note(place: Place, text: string): void {
    add(this.noteList, { place, text });
  }

  get todos(): readonly MigrationFinding[] {
    return sorted(this.todoList);
  }

  /** The to-dos for which the written stack reports an error. */
  get refused(): readonly MigrationFinding[] {
    return sorted(this.refusedList);
  }

  get notes(): readonly MigrationFinding[] {
    return sorted(this.noteList);
  }
}

function add(list: MigrationFinding[], finding: MigrationFinding): void {
  const isKnown = list.some(
    ({ place, text }) => text === finding.text && placeText(place) === placeText(finding.place),
  );
  if (!isKnown) list.push(finding);
}

const sorted = (list: readonly MigrationFinding[]): readonly MigrationFinding[] =>
  [...list].sort(
    ({ place: one }, { place: other }) => one.file.localeCompare(other.file) || one.line - other.line,
  );
