/** A piece of one line of code; `className` is one of `syntaxClasses`, absent for plain text. */
export interface Token {
  readonly text: string
  readonly className?: string
}

/** What is asked of the worker that colours code, and what it answers; undefined: it knows no such language. */
export interface ColourJob {
  readonly code: string
  readonly language: string
}
export type ColourAnswer = readonly (readonly Token[])[] | undefined
