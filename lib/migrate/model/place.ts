import type { MigrationFinding, Place } from "../../cli";

export type { MigrationFinding, Place };

/** A place as editors and terminals link it: `serverless.yml:12`. */
export const placeText = ({ file, line }: Place): string => `${file}:${line}`;

/** Collects the findings of one migration. Each text is kept once for each line. */
export class Findings {
  private readonly todoList: MigrationFinding[] = [];
  private readonly refusedList: MigrationFinding[] = [];
  private readonly noteList: MigrationFinding[] = [];

  /** Work that remains for the user. */
  todo(place: Place, text: string): void {
    add(this.todoList, { place, text });
  }

  /** Work without which the application is less protected than before: the written stack reports an error until it is done. */
  refuse(place: Place, text: string): void {
    this.todo(place, text);
    add(this.refusedList, { place, text });
  }

  /** A part that was not translated, by the names of its properties. */
  untranslated(place: Place, names: readonly string[], text: string): void {
    if (isProtection(names)) this.refuse(place, text);
    else this.todo(place, text);
  }

  /** A part that was replaced, or that the library handles itself. */
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

/**
 * Names of properties and resource types that control who may call, read or write something, from where, or how often.
 * Without such a part, an application is less protected than before, so its stack must not be deployed without a review.
 */
const protecting =
  /allow|apikey|auth|block|boundary|burst|cidr|claims|condition|den(y|ied)|encrypt|endpoint|firewall|ip(address|range|set)|password|permission|(?<!retry|lifecycle|scaling|cache)polic(y|ies)|principal|private|public|quota|ratelimit|restrict|role|scope|secret|secur|sign(ed|er|ing)|source(account|arn|vpc)|throttl|validat/i;

/** Short names that are also parts of other words: `AccessLogSettings`. */
const protectingAcronyms =
  /(?<![A-Za-z])(acl|iam|kms|mfa|sse|ssl|tls|vpc|waf)|Acl|ACL|Iam|IAM|Kms|KMS|Mfa|MFA|Sse|SSE|Ssl|SSL|Tls|TLS|Vpc|VPC|Waf|WAF/;

/** Whether the names in a part of the source show that it protects something. */
export const isProtection = (names: readonly string[]): boolean =>
  names.some((name) => protecting.test(name) || protectingAcronyms.test(name));
