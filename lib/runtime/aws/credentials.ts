import { get } from "node:http";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Finds the credentials of a request. They may change while a program runs. */
export type CredentialsProvider = () => Credentials | Promise<Credentials>;

/** The credentials of a function, or of the container of a job. */
export function environmentCredentials(): Credentials | Promise<Credentials> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  const url = AWS_ACCESS_KEY_ID === undefined ? containerUrl() : undefined;
  if (url !== undefined) return containerCredentials(url);
  return {
    accessKeyId: AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: AWS_SECRET_ACCESS_KEY ?? "",
    ...(AWS_SESSION_TOKEN !== undefined && { sessionToken: AWS_SESSION_TOKEN }),
  };
}

/** The address of the credentials in a container, such as that of a build project. */
export function containerUrl(): string | undefined {
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: path, AWS_CONTAINER_CREDENTIALS_FULL_URI: url } =
    process.env;
  return path === undefined ? url : `http://169.254.170.2${path}`;
}

interface ContainerCredentials {
  readonly AccessKeyId?: string;
  readonly SecretAccessKey?: string;
  readonly Token?: string;
  readonly Expiration?: string;
}

/** Credentials are requested again this long before they expire. */
const marginMs = 5 * 60_000;
const answersWithinMs = 5000;

let last: { readonly url: string; readonly credentials: Credentials; readonly until: number } | undefined;

async function containerCredentials(url: string): Promise<Credentials> {
  if (last?.url === url && Date.now() < last.until) return last.credentials;
  const { AccessKeyId, SecretAccessKey, Token, Expiration = "" } = await askContainer(url);
  if (AccessKeyId === undefined || SecretAccessKey === undefined) {
    throw new Error(`${url} gives no credentials.`);
  }
  const credentials = {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    ...(Token !== undefined && { sessionToken: Token }),
  };
  last = { url, credentials, until: (Date.parse(Expiration) || 0) - marginMs };
  return credentials;
}

function askContainer(url: string): Promise<ContainerCredentials> {
  const token = process.env.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  const headers = token === undefined ? {} : { authorization: token };
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers, timeout: answersWithinMs }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("error", reject);
      response.on("end", () => {
        try {
          resolve(Object(JSON.parse(text)));
        } catch {
          reject(new Error(`${url} gives no credentials: ${response.statusCode} ${text.slice(0, 200)}`));
        }
      });
    });
    asked.on("timeout", () => asked.destroy(new Error(`${url} did not answer within ${answersWithinMs} ms`)));
    asked.on("error", reject);
  });
}
