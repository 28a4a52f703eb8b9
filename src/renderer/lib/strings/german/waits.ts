import type { Strings } from '../../strings'

/** What a turn that runs waits for, at the end of its record. */
export const waits = {
  since: (doing: string, age: string) => `${doing}, ${age}`,
  thinking: 'Denkt nach',
  writing: 'Schreibt',
  waiting: 'Wartet',
  running: 'Läuft',
  reviewing: 'Sieht durch',
  changing: 'Ändert Dateien',
  model: (model: string) => `Wartet auf ${model}.`,
  room: 'Das Gespräch wird verdichtet.',
  again: (model: string, attempt: number) => `Fragt ${model} noch einmal, Versuch ${String(attempt)}.`,
  decision: (count: number) =>
    count === 1 ? 'Wartet auf eine Entscheidung' : `Wartet auf ${String(count)} Entscheidungen`,
  answer: (server: string | undefined) => `Auf die Antwort an ${server ?? 'den Agenten'}.`,
  server: (server: string, tool: string) => `Auf ${tool} des Servers ${server}.`,
  agents: (model: string, names: readonly string[]) =>
    `Wartet auf ${model} oder auf ${names.length === 1 ? 'den Agenten' : 'die Agenten'} ${names.join(', ')}.`,
} as const satisfies Strings['waits']
