// Written by `serverform types`. Changes to this file get lost.
import type { ProblemDetails, Query } from "serverform/client";

/** The routes of Api. */
export interface Routes {
  /** For anyone. */
  "GET /notes": {
    path: object;
    query: Query;
    body: unknown;
    output: {
      title: string;
      text?: string;
      id: string;
      changedAt: string;
    }[];
    errors: unknown;
  };
  /** For callers with a token of members. */
  "POST /notes": {
    path: object;
    query: Query;
    body: {
      title: string;
      text?: string;
    };
    output: {
      title: string;
      text?: string;
      id: string;
      changedAt: string;
    };
    errors: {
      400: ProblemDetails;
    };
  };
  /** For callers with a token of members and the scope notes/delete. */
  "DELETE /notes/{id}": {
    path: {
      id: string;
    };
    query: Query;
    body: unknown;
    output: unknown;
    errors: {
      400: ProblemDetails;
      404: {
        message: string;
      };
    };
  };
  /** For anyone. */
  "GET /notes/{id}": {
    path: {
      id: string;
    };
    query: Query;
    body: unknown;
    output: {
      title: string;
      text?: string;
      id: string;
      changedAt: string;
    };
    errors: {
      400: ProblemDetails;
      404: {
        message: string;
      };
    };
  };
  /** For callers with a token of members. */
  "PUT /notes/{id}": {
    path: {
      id: string;
    };
    query: Query;
    body: {
      title: string;
      text?: string;
    };
    output: {
      title: string;
      text?: string;
      id: string;
      changedAt: string;
    };
    errors: {
      400: ProblemDetails;
      404: {
        message: string;
      };
    };
  };
  /** For anyone. */
  "GET /status": {
    path: object;
    query: Query;
    body: unknown;
    output: unknown;
    errors: unknown;
  };
}
