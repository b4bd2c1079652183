/** Whether an address of `--endpoint` is that of a database server, and not of an emulator. */
export function isDatabaseServer(url: string): boolean {
  return /^(?:mysql|postgres|postgresql):\/\//.test(url);
}

/** The remedy for a MySQL cluster, which nothing emulates in this process. */
export const needsMysql =
  "MySQL does not run inside serverform local. Start a server and name it: --endpoint rds-data=mysql://user:password@127.0.0.1:3306/<database>";
