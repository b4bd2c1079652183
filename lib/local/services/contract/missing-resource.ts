/**
 * Explains that a resource is not in the app, such as a table of another app that a function is given by name.
 *
 * Requests for it stay on this machine: a function that runs here must not change an account by mistake.
 *
 * @param service - the service's signing name, for `--endpoint`
 */
export function missingResource(service: string, resource: string, name: string): string {
  return (
    `The app has no ${resource} ${JSON.stringify(name)}, so serverform local does not have it. ` +
    `Create it in the app, or start an emulator that has it: --endpoint ${service}=<its URL>`
  );
}
