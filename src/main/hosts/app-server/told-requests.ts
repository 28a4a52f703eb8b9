interface Told {
  readonly conversationId: string
  readonly submissionId: string
}

/** The requests that wait, by the submission under whose id each was told: clients of the reference know no other name of one. */
export class ToldRequests {
  readonly #told = new Map<string, Told>()

  /** It was told. */
  add(requestId: string, told: Told): void {
    this.#told.set(requestId, told)
  }

  /** It waits no more. */
  over(requestId: string): void {
    this.#told.delete(requestId)
  }

  /** Those of one submission, in the order in which they were told. */
  under({ conversationId, submissionId }: Told): readonly string[] {
    return [...this.#told].flatMap(([id, told]) =>
      told.conversationId === conversationId && told.submissionId === submissionId ? [id] : [],
    )
  }
}
