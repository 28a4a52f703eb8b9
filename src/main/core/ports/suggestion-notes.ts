/** What was suggested last, in milliseconds since the epoch, and the kinds of requests that nothing is to be suggested for any more. */
export interface SuggestionNote {
  readonly shown?: { readonly key: string; readonly at: number } | undefined
  readonly dismissed: readonly string[]
}

/** What is on file of suggestions of one home. */
export interface SuggestionNotes {
  /** Nothing yet: an empty one. Throws FaultError `store-failed` for a file that is none of ours: what was dismissed is not known then. */
  read(): Promise<SuggestionNote>
  /** Throws FaultError `store-failed`. */
  write(note: SuggestionNote): Promise<void>
}
