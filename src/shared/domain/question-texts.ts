import type { Question } from './question'

/** What a person reads of a question, in the asker's words: what it says, and of each field its name, its meaning and what can be chosen. */
export function questionTexts({ message, matter }: Question): readonly string[] {
  if (matter.mode === 'url') return [message, matter.url]
  const ofFields = matter.fields.flatMap((field) => {
    const { key, title = key, description } = field
    const options = 'options' in field ? field.options : field.kind === 'text' ? (field.proposed ?? []) : []
    const line = [title, description, ...options.map((option) => option.title)]
    return [line.filter((part) => part !== undefined).join(' · ')]
  })
  return [message, ...ofFields]
}
