/** A name in the forms that code, files and error codes use. */
export interface Names {
  /** `AlarmGroup`: the class. */
  readonly pascal: string;
  /** `alarmGroup`: a variable. */
  readonly camel: string;
  /** `alarm-group`: a file, a folder, the beginning of an error code. */
  readonly kebab: string;
  /** `alarm_group`: the `type` of a kind in props. */
  readonly snake: string;
}

/** The forms of `AlarmGroup`, `alarm-group` or `alarm_group`. An abbreviation is one word: `RDSProxy` is `rds-proxy`. */
export function namesOf(name: string): Names {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .split(/[-_]/);
  const kebab = words.join("-").toLowerCase();
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const pascal = words.map(capital).join("");
  const [first = "", ...rest] = words;
  const camel = first.toLowerCase() + rest.map(capital).join("");
  return { pascal, camel, kebab, snake: kebab.replaceAll("-", "_") };
}
