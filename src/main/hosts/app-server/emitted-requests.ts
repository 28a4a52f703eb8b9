interface Emitted {
  readonly conversationId: string
  readonly submissionId: string
}

/** The requests that wait, by the submission under whose id each was told: clients of the reference know no other name of one. */
export class EmittedRequests {
  readonly #emitted = new Map<string, Emitted>()

  /** It was told. */
  add(requestId: string, emitted: Emitted): void {
    this.#emitted.set(requestId, emitted)
  }

  /** It waits no more. */
  over(requestId: string): void {
    this.#emitted.delete(requestId)
  }

  /** Those of one submission, in the order in which they were told. */
  under({ conversationId, submissionId }: Emitted): readonly string[] {
    return [...this.#emitted].flatMap(([id, emitted]) =>
      emitted.conversationId === conversationId && emitted.submissionId === submissionId ? [id] : [],
    )
  }
}
