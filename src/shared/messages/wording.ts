/**
 * The shape of a catalogue without its words: what each language must have. A catalogue written `as const` gives it; texts become
 * `string`, functions keep what they take.
 */
export type Wording<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Wording<R>
    : { readonly [K in keyof T]: Wording<T[K]> }
