/** A handler that uses packages as their documents show it. */
export interface PackageCase {
  /** The packages that it imports. The first one names the case. */
  readonly packages: readonly string[];
  readonly source: string;
  readonly answer: unknown;
  /** Other files of the app. @default - none */
  readonly files?: Readonly<Record<string, string>>;
  /** A program of a package that runs in the app before the bundle is built: its file, arguments and variables. @default - none */
  readonly generate?: {
    readonly program: string;
    readonly arguments: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
  };
  /** Packages that are installed beside the bundle: `bundle.nodeModules`. @default - none */
  readonly nodeModules?: readonly string[];
  /** The SDK of newer runtimes is not bundled. @default "nodejs22.x" */
  readonly runtime?: string;
}

/** An event of an HTTP API, version 2.0 of the payload. */
const event = (method: string, path: string, body?: object) => `({
  version: "2.0", routeKey: "$default", rawPath: "${path}", rawQueryString: "", cookies: [],
  headers: { host: "api.example.com", "content-type": "application/json" }, isBase64Encoded: false,
  body: ${body === undefined ? "undefined" : JSON.stringify(JSON.stringify(body))},
  requestContext: { http: { method: "${method}", path: "${path}", protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" },
    domainName: "api.example.com", stage: "$default", requestId: "1", routeKey: "$default", time: "", timeEpoch: 0 },
} as any)`;

const context = `({ awsRequestId: "1", functionName: "it", functionVersion: "1", memoryLimitInMB: "128", callbackWaitsForEmptyEventLoop: true,
  invokedFunctionArn: "arn:aws:lambda:eu-central-1:123456789012:function:it", getRemainingTimeInMillis: () => 1000 } as any)`;

export const cases: readonly PackageCase[] = [
  {
    packages: ["yargs"],
    source: `
      import yargs from "yargs";
      export const handler = async () => {
        const { name } = await yargs(["--name", "Ada"]).option("name", { type: "string" }).strict().parse();
        return name;
      };`,
    answer: "Ada",
  },
  {
    packages: ["pino"],
    source: `
      import pino from "pino";
      const lines: string[] = [];
      const logger = pino({ timestamp: false, base: undefined }, { write: (line: string) => void lines.push(line) });
      pino().child({ a: 1 }).debug("not printed");
      export const handler = async () => {
        logger.info({ a: 1 }, "hello");
        return lines;
      };`,
    answer: ['{"level":30,"a":1,"msg":"hello"}\n'],
  },
  {
    packages: ["sharp"],
    nodeModules: ["sharp"],
    source: `
      import sharp from "sharp";
      export const handler = async () => {
        const image = await sharp({ create: { width: 4, height: 2, channels: 3, background: "red" } }).png().toBuffer();
        const { width, height, format } = await sharp(image).metadata();
        return [width, height, format];
      };`,
    answer: [4, 2, "png"],
  },
  {
    packages: ["drizzle-orm", "pg"],
    source: `
      import { eq } from "drizzle-orm";
      import { drizzle } from "drizzle-orm/node-postgres";
      import { pgTable, serial, text } from "drizzle-orm/pg-core";
      import { Pool } from "pg";
      const users = pgTable("users", { id: serial("id"), name: text("name") });
      const db = drizzle({ client: new Pool({ host: "localhost" }) });
      export const handler = async () => db.select().from(users).where(eq(users.name, "Ada")).toSQL();`,
    answer: { sql: 'select "id", "name" from "users" where "users"."name" = $1', params: ["Ada"] },
  },
  {
    packages: ["prisma", "@prisma/client", "@prisma/adapter-pg"],
    files: {
      "prisma.config.ts": `
        import { defineConfig } from "prisma/config";
        export default defineConfig({ schema: "schema.prisma" });`,
      "schema.prisma": `
        generator client {
          provider = "prisma-client"
          output   = "generated"
        }
        datasource db {
          provider = "postgresql"
        }
        model User {
          id   Int    @id
          name String
        }`,
    },
    generate: {
      program: "prisma/build/index.js",
      arguments: ["generate"],
      environment: {
        // The command downloads this engine, unless it is named. A client with an adapter does not use it.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_ENGINES_MIRROR: "http://127.0.0.1:1",
        CHECKPOINT_DISABLE: "1",
      },
    },
    source: `
      import { PrismaPg } from "@prisma/adapter-pg";
      import { PrismaClient } from "../generated/client";
      const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: "postgres://localhost:1/x" }) });
      export const handler = async () =>
        prisma.user.findMany({ where: { name: "Ada" } }).catch((error: { code: string }) => error.code);`,
    answer: "P1001",
  },
  {
    packages: ["kysely", "pg"],
    source: `
      import { Kysely, PostgresDialect } from "kysely";
      import { Pool } from "pg";
      const db = new Kysely<{ users: { name: string } }>({ dialect: new PostgresDialect({ pool: new Pool() }) });
      export const handler = async () => db.selectFrom("users").selectAll().where("name", "=", "Ada").compile().sql;`,
    answer: 'select * from "users" where "name" = $1',
  },
  {
    packages: ["knex", "pg"],
    source: `
      import knex from "knex";
      const db = knex({ client: "pg", connection: "postgres://localhost:1/x" });
      export const handler = async () => [
        db("users").where({ name: "Ada" }).toString(),
        await db("users").catch((error: { code: string }) => error.code),
      ];`,
    answer: [`select * from "users" where "name" = 'Ada'`, "ECONNREFUSED"],
  },
  {
    packages: ["typeorm", "reflect-metadata", "pg"],
    nodeModules: ["typeorm", "reflect-metadata", "pg"],
    source: `
      import "reflect-metadata";
      import { DataSource, EntitySchema } from "typeorm";
      const User = new EntitySchema({ name: "user", columns: { id: { type: Number, primary: true }, name: { type: String } } });
      const source = new DataSource({ type: "postgres", host: "127.0.0.1", port: 1, entities: [User] });
      export const handler = async () => source.initialize().then(() => "connected", (error) => error.code);`,
    answer: "ECONNREFUSED",
  },
  {
    packages: ["@mikro-orm/core", "@mikro-orm/postgresql"],
    source: `
      import { EntitySchema, MikroORM } from "@mikro-orm/postgresql";
      const User = new EntitySchema({ name: "User", properties: { id: { type: "number", primary: true }, name: { type: "string" } } });
      export const handler = async () => {
        const orm = await MikroORM.init({ entities: [User], dbName: "x", host: "127.0.0.1", port: 1, connect: false,
          discovery: { disableDynamicFileAccess: true } });
        return (orm.em.fork() as any).createQueryBuilder("User").select("*").where({ name: "Ada" }).getFormattedQuery();
      };`,
    answer: `select "u0".* from "user" as "u0" where "u0"."name" = 'Ada'`,
  },
  {
    packages: [
      "@aws-lambda-powertools/logger",
      "@aws-lambda-powertools/metrics",
      "@aws-lambda-powertools/tracer",
    ],
    source: `
      import { Logger } from "@aws-lambda-powertools/logger";
      import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
      import { Tracer } from "@aws-lambda-powertools/tracer";
      const logger = new Logger({ serviceName: "it" });
      const metrics = new Metrics({ namespace: "it", serviceName: "it" });
      const tracer = new Tracer({ serviceName: "it", enabled: false });
      export const handler = async () => {
        logger.info("hello");
        metrics.addMetric("calls", MetricUnit.Count, 1);
        metrics.publishStoredMetrics();
        return [tracer.serviceName ?? "it", tracer.isTracingEnabled()];
      };`,
    answer: ["it", false],
  },
  {
    packages: ["@middy/core", "@middy/http-json-body-parser", "@middy/http-error-handler"],
    source: `
      import middy from "@middy/core";
      import parser from "@middy/http-json-body-parser";
      import errors from "@middy/http-error-handler";
      const answer = middy(async (event: any) => ({ statusCode: 200, body: event.body.name })).use(parser()).use(errors());
      export const handler = async () => (await answer(${event("POST", "/", { name: "Ada" })}, ${context}) as any).body;`,
    answer: "Ada",
  },
  {
    packages: ["hono"],
    source: `
      import { Hono } from "hono";
      import { handle } from "hono/aws-lambda";
      const app = new Hono();
      app.get("/users/:name", (c) => c.json({ name: c.req.param("name") }));
      const answer = handle(app);
      export const handler = async () => (await answer(${event("GET", "/users/Ada")}, ${context}) as any).body;`,
    answer: '{"name":"Ada"}',
  },
  {
    packages: ["express", "serverless-http"],
    source: `
      import express from "express";
      import serverless from "serverless-http";
      const app = express();
      app.use(express.json());
      app.post("/users", (req, res) => { res.json({ name: req.body.name }); });
      const answer = serverless(app);
      export const handler = async () => (await answer(${event("POST", "/users", { name: "Ada" })}, ${context}) as any).body;`,
    answer: '{"name":"Ada"}',
  },
  {
    packages: ["fastify", "@fastify/aws-lambda"],
    source: `
      import fastify from "fastify";
      import awsLambda from "@fastify/aws-lambda";
      const app = fastify();
      app.get("/users/:name", async (request: any) => ({ name: request.params.name }));
      const answer = awsLambda(app);
      export const handler = async () => (await answer(${event("GET", "/users/Ada")}, ${context}) as any).body;`,
    answer: '{"name":"Ada"}',
  },
  {
    packages: ["koa", "serverless-http"],
    source: `
      import Koa from "koa";
      import serverless from "serverless-http";
      const app = new Koa();
      app.use(async (ctx) => { ctx.body = { path: ctx.path }; });
      const answer = serverless(app);
      export const handler = async () => (await answer(${event("GET", "/users")}, ${context}) as any).body;`,
    answer: '{"path":"/users"}',
  },
  {
    packages: ["@trpc/server", "zod"],
    source: `
      import { initTRPC } from "@trpc/server";
      import { awsLambdaRequestHandler } from "@trpc/server/adapters/aws-lambda";
      import { z } from "zod";
      const t = initTRPC.create();
      const router = t.router({ hello: t.procedure.query(() => "Ada"), add: t.procedure.input(z.number()).mutation(({ input }) => input + 1) });
      const answer = awsLambdaRequestHandler({ router });
      export const handler = async () => ((await answer(${event("GET", "/hello")}, ${context})) as any).body;`,
    answer: '{"result":{"data":"Ada"}}',
  },
  {
    packages: ["@apollo/server", "@as-integrations/aws-lambda", "graphql"],
    source: `
      import { ApolloServer } from "@apollo/server";
      import { handlers, startServerAndCreateLambdaHandler } from "@as-integrations/aws-lambda";
      const server = new ApolloServer({ typeDefs: "type Query { name: String }", resolvers: { Query: { name: () => "Ada" } } });
      const answer = startServerAndCreateLambdaHandler(server, handlers.createAPIGatewayProxyEventV2RequestHandler());
      export const handler = async () => ((await answer(${event("POST", "/", { query: "{ name }" })}, ${context}, () => {})) as any).body;`,
    answer: '{"data":{"name":"Ada"}}\n',
  },
  {
    packages: ["graphql-yoga", "graphql"],
    source: `
      import { createSchema, createYoga } from "graphql-yoga";
      const yoga = createYoga({ schema: createSchema({ typeDefs: "type Query { name: String }", resolvers: { Query: { name: () => "Ada" } } }) });
      export const handler = async () => {
        const response = await yoga.fetch("http://api/graphql", { method: "POST", headers: { "content-type": "application/json" }, body: '{"query":"{ name }"}' });
        return response.json();
      };`,
    answer: { data: { name: "Ada" } },
  },
  {
    packages: ["zod"],
    source: `
      import { z } from "zod";
      export const handler = async () => z.object({ name: z.string().email() }).safeParse({ name: "Ada" }).success;`,
    answer: false,
  },
  {
    packages: ["ajv", "ajv-formats"],
    source: `
      import { Ajv } from "ajv";
      import addFormats from "ajv-formats";
      const ajv = new Ajv();
      (addFormats as any)(ajv);
      const validate = ajv.compile({ type: "string", format: "email" });
      export const handler = async () => [validate("ada@example.com"), validate("Ada")];`,
    answer: [true, false],
  },
  {
    packages: ["got"],
    source: `
      import { createServer } from "node:http";
      import got from "got";
      export const handler = async () => {
        const server = createServer((_, response) => response.end('{"name":"Ada"}')).listen(0, "127.0.0.1");
        await new Promise((done) => server.once("listening", done));
        const { port } = server.address() as { port: number };
        try {
          return await got("http://127.0.0.1:" + port).json();
        } finally {
          server.close();
        }
      };`,
    answer: { name: "Ada" },
  },
  {
    packages: ["execa"],
    source: `
      import { execa } from "execa";
      export const handler = async () => (await execa(process.execPath, ["-p", "1 + 1"])).stdout;`,
    answer: "2",
  },
  {
    packages: ["puppeteer-core"],
    source: `
      import puppeteer from "puppeteer-core";
      export const handler = async () =>
        puppeteer.launch({ executablePath: "/no/chromium" }).then(() => "started", (error) => /Browser was not found|ENOENT/.test(error.message));`,
    answer: true,
  },
  {
    packages: ["pdfkit"],
    nodeModules: ["pdfkit"],
    source: `
      import PDFDocument from "pdfkit";
      export const handler = async () => {
        const document = new PDFDocument();
        const chunks: Buffer[] = [];
        document.on("data", (chunk: Buffer) => chunks.push(chunk));
        const done = new Promise((end) => document.on("end", end));
        document.fontSize(12).text("Ada");
        document.end();
        await done;
        return Buffer.concat(chunks).subarray(0, 5).toString();
      };`,
    answer: "%PDF-",
  },
  {
    packages: ["nodemailer"],
    source: `
      import nodemailer from "nodemailer";
      const transport = nodemailer.createTransport({ jsonTransport: true });
      export const handler = async () =>
        JSON.parse((await transport.sendMail({ from: "a@example.com", to: "b@example.com", subject: "Ada" }) as any).message).subject;`,
    answer: "Ada",
  },
  {
    packages: ["stripe"],
    source: `
      import Stripe from "stripe";
      const stripe = new Stripe("sk_test_x");
      export const handler = async () => {
        const payload = '{"id":"evt_1","object":"event"}';
        const header = stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_x" });
        return stripe.webhooks.constructEvent(payload, header, "whsec_x").id;
      };`,
    answer: "evt_1",
  },
  {
    packages: ["openai"],
    source: `
      import OpenAI from "openai";
      const client = new OpenAI({ apiKey: "x", fetch: async () => new Response('{"data":[{"id":"m"}]}', { headers: { "content-type": "application/json" } }) });
      export const handler = async () => (await client.models.list()).data;`,
    answer: [{ id: "m" }],
  },
  {
    packages: ["twilio"],
    source: `
      import twilio from "twilio";
      const client = twilio("AC" + "0".repeat(32), "token");
      export const handler = async () => {
        const response = new twilio.twiml.VoiceResponse();
        response.say("Ada");
        return [response.toString(), typeof client.messages.create];
      };`,
    answer: ['<?xml version="1.0" encoding="UTF-8"?><Response><Say>Ada</Say></Response>', "function"],
  },
  {
    packages: ["firebase-admin"],
    source: `
      import { generateKeyPairSync } from "node:crypto";
      import { cert, initializeApp } from "firebase-admin/app";
      import { getAuth } from "firebase-admin/auth";
      import { getFirestore } from "firebase-admin/firestore";
      export const handler = async () => {
        const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048, privateKeyEncoding: { type: "pkcs8", format: "pem" }, publicKeyEncoding: { type: "spki", format: "pem" } });
        const app = initializeApp({ credential: cert({ projectId: "p", clientEmail: "a@p.iam.gserviceaccount.com", privateKey }) });
        const token = await getAuth(app).createCustomToken("ada");
        return [token.split(".").length, getFirestore(app).collection("users").path];
      };`,
    answer: [3, "users"],
  },
  {
    packages: ["google-auth-library"],
    source: `
      import { OAuth2Client } from "google-auth-library";
      const client = new OAuth2Client("id", "secret", "https://example.com/back");
      export const handler = async () => new URL(client.generateAuthUrl({ scope: "email" })).searchParams.get("client_id");`,
    answer: "id",
  },
  {
    packages: ["redis"],
    source: `
      import { createClient } from "redis";
      export const handler = async () => {
        const client = createClient({ url: "redis://127.0.0.1:1", socket: { reconnectStrategy: false } });
        client.on("error", () => {});
        return client.connect().then(() => "connected", (error) => error.code);
      };`,
    answer: "ECONNREFUSED",
  },
  {
    packages: ["mongodb"],
    source: `
      import { MongoClient, ObjectId } from "mongodb";
      const client = new MongoClient("mongodb://127.0.0.1:1", { serverSelectionTimeoutMS: 50 });
      export const handler = async () => [
        new ObjectId("0123456789abcdef01234567").toHexString(),
        await client.connect().then(() => "connected", (error) => error.name),
      ];`,
    answer: ["0123456789abcdef01234567", "MongoServerSelectionError"],
  },
  {
    packages: ["mysql2"],
    source: `
      import mysql from "mysql2/promise";
      export const handler = async () => [
        mysql.format("select ?", ["Ada"]),
        await mysql.createConnection({ host: "127.0.0.1", port: 1 }).then(() => "connected", (error) => error.code),
      ];`,
    answer: ["select 'Ada'", "ECONNREFUSED"],
  },
  {
    packages: ["pg"],
    source: `
      import pg from "pg";
      export const handler = async () =>
        new pg.Client({ host: "127.0.0.1", port: 1 }).connect().then(() => "connected", (error) => error.code);`,
    answer: "ECONNREFUSED",
  },
  {
    packages: ["aws-sdk"],
    source: `
      import AWS from "aws-sdk";
      const s3 = new AWS.S3({ region: "eu-central-1", accessKeyId: "a", secretAccessKey: "b", signatureVersion: "v4" });
      export const handler = async () => new URL(s3.getSignedUrl("getObject", { Bucket: "bucket", Key: "k" })).host;`,
    answer: "bucket.s3.eu-central-1.amazonaws.com",
  },
  {
    packages: ["@aws-sdk/client-dynamodb", "@aws-sdk/lib-dynamodb"],
    runtime: "nodejs16.x",
    source: `
      import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
      import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
      const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "eu-central-1", endpoint: "http://127.0.0.1:1", maxAttempts: 1, credentials: { accessKeyId: "a", secretAccessKey: "b" } }));
      export const handler = async () =>
        client.send(new GetCommand({ TableName: "t", Key: { id: "1" } })).then(() => "answered", (error) => error.code);`,
    answer: "ECONNREFUSED",
  },
  {
    packages: ["aws-xray-sdk"],
    source: `
      import http from "node:http";
      import AWSXRay from "aws-xray-sdk";
      AWSXRay.setContextMissingStrategy("IGNORE_ERROR");
      AWSXRay.captureHTTPsGlobal(http);
      export const handler = async () => new AWSXRay.Segment("it").name;`,
    answer: "it",
  },
  {
    packages: ["datadog-lambda-js", "dd-trace"],
    nodeModules: ["datadog-lambda-js", "dd-trace"],
    source: `
      import { datadog } from "datadog-lambda-js";
      const answer = datadog(async (event: { name: string }) => event.name, { mergeDatadogXRayTraces: false } as any);
      export const handler = async () => (answer as any)({ name: "Ada" }, ${context});`,
    answer: "Ada",
  },
  {
    packages: ["@sentry/aws-serverless"],
    source: `
      import * as Sentry from "@sentry/aws-serverless";
      Sentry.init({ dsn: "https://a@o1.ingest.sentry.io/1", enabled: false });
      const answer = Sentry.wrapHandler(async (event: { name: string }) => event.name);
      export const handler = async () => answer({ name: "Ada" }, ${context}, () => {});`,
    answer: "Ada",
  },
  {
    packages: ["@opentelemetry/sdk-node", "@opentelemetry/api"],
    source: `
      import { trace } from "@opentelemetry/api";
      import { NodeSDK, tracing } from "@opentelemetry/sdk-node";
      const exporter = new tracing.InMemorySpanExporter();
      const sdk = new NodeSDK({ serviceName: "it", spanProcessors: [new tracing.SimpleSpanProcessor(exporter)] });
      sdk.start();
      export const handler = async () => {
        trace.getTracer("it").startActiveSpan("work", (span) => span.end());
        for (let left = 100; left > 0 && exporter.getFinishedSpans().length === 0; left--) await new Promise((done) => setTimeout(done, 10));
        return exporter.getFinishedSpans().map(({ name }) => name);
      };`,
    answer: ["work"],
  },
  {
    packages: ["@graphql-tools/schema", "graphql"],
    source: `
      import { makeExecutableSchema } from "@graphql-tools/schema";
      import { graphql } from "graphql";
      const schema = makeExecutableSchema({ typeDefs: "type Query { name: String }", resolvers: { Query: { name: () => "Ada" } } });
      export const handler = async () => (await graphql({ schema, source: "{ name }" })).data;`,
    answer: { name: "Ada" },
  },
];
