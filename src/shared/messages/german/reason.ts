import type { Messages } from '../spoken'
import { programRecords } from './program-records'

/** What a record of a program says that it does, as the beginning of a sentence; one that has no German stands as a quotation. */
export function recorded(does: string): string {
  const german = programRecords[does]
  return german === undefined
    ? `Laut Programmverzeichnis: „${does}“`
    : german.replace(/^./, (first) => first.toUpperCase())
}

/** Reasons of the checks round the sentences of their rules; `{}` stands for what was found. */
export const reason = {
  holds: (rule: string) => `Die Prüfung ${rule} trifft zu.`,
  does: (does: string) => `${recorded(does)}.`,
  doesThis: (does: string) => `${recorded(does)} ({}).`,
  doesByOwnRecord: (does: string) => `Laut eigener programs.toml: „${does}“ ({}).`,
  lines: 'die Dateien, deren Namen es gesagt bekommt',
  hidden: (text: string) => `Eine Datei außerhalb des Arbeitsordners, die laufen würde: ${text}`,
  warned: (text: string, warning: string) => `${text}; der Name hat ${warning}.`,
} as const satisfies Messages['reason']
