/** The beginning of each notice of the library in the output of an app. */
const mark = "serverform: ";

/**
 * The output of an app on stderr without the notices that an earlier synthesis has printed.
 *
 * @param told - the notices that were printed in this session; new ones are added
 */
export function withoutToldNotices(output: string, told: Set<string>): string {
  const lines = output.split("\n").filter((line) => {
    if (!line.startsWith(mark)) return true;
    const isNew = !told.has(line);
    told.add(line);
    return isNew;
  });
  return lines.join("\n").trimEnd();
}
