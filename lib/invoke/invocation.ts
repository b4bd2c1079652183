import type { Model } from "../local/model/model";
import type { FunctionEnvironment } from "./processes/environment";

/** One invocation of a function, synchronous or not. */
export interface InvokeRequest {
  /** ARN, with or without version or alias, or name. */
  readonly functionArn: string;
  /** JSON text. */
  readonly payload: string;
  /** @default - a new one */
  readonly requestId?: string;
  /** Who invokes, for the log: `GET /notes`, `authorizer members`, `queue dev-orders-Mails`. */
  readonly source: string;
}

/** How an invocation ended, in Lambda's words. */
export type InvokeOutcome =
  | {
      readonly status: "ok";
      readonly requestId: string;
      /** JSON text that the handler returned. */
      readonly payload: string;
      readonly durationMs: number;
    }
  | {
      /** The handler threw, the runtime exited, or the time limit passed: `FunctionError` of the Invoke API. */
      readonly status: "error";
      readonly requestId: string;
      /** `{"errorType":"Error","errorMessage":"...","trace":["..."]}`, as the Invoke API returns it. */
      readonly payload: string;
      readonly errorType: string;
      readonly errorMessage: string;
      readonly durationMs: number;
    }
  | {
      /** No such function, or one that cannot run here; nothing was invoked. */
      readonly status: "refused";
      readonly requestId: string;
      readonly reason: string;
    };

/** Runs the functions of a model. */
export interface Functions {
  /** Never rejects. */
  invoke(request: InvokeRequest): Promise<InvokeOutcome>;
  /**
   * Takes over a changed model: functions that stayed the same keep their warm processes.
   *
   * @param environment - what functions get beside their own variables; undefined: the same as before
   */
  replace(model: Model, environment?: FunctionEnvironment): Promise<void>;
  /** Ends every process that it started. */
  stop(): Promise<void>;
}
