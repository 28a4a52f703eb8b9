import type { QuestionContent, QuestionField } from '@shared/domain/question'

/** What stands in the controls of a form, by key; numbers as they were typed, undefined for what is not answered. */
export type FormValues = ReadonlyMap<string, string | boolean | readonly string[] | undefined>

/** What the server would like the form to hold. */
export function initialValues(fields: readonly QuestionField[]): FormValues {
  return new Map(
    fields.map((field) => [field.key, field.kind === 'number' ? field.initial?.toString() : field.initial]),
  )
}

/** The values as they are sent: what is left empty is not. A number that is none stays text, and is refused as that. */
export function contentOf(fields: readonly QuestionField[], values: FormValues): QuestionContent {
  return Object.fromEntries(
    fields.flatMap((field): [string, QuestionContent[string]][] => {
      const value = values.get(field.key)
      if (value === undefined || value === '') return []
      if (typeof value === 'object')
        return value.length === 0 && !field.required ? [] : [[field.key, [...value]]]
      if (field.kind !== 'number' || typeof value !== 'string') return [[field.key, value]]
      const number = Number(value)
      return [[field.key, value.trim() === '' || Number.isNaN(number) ? value : number]]
    }),
  )
}
