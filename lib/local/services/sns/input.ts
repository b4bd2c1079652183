/** The parameters of a request, with the trace header that its messages carry on to queues. */
export class SnsInput extends URLSearchParams {
  constructor(
    form: URLSearchParams,
    readonly traceHeader: string | undefined,
  ) {
    super(form);
  }
}
