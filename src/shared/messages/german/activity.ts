import type { Messages } from '../spoken'

/** What a session is doing, in a few words. What is put in is text of others. */
export const activity = {
  running: (what: string) => `Führt aus: ${what}`,
  changing: (files: string) => `Ändert ${files} Dateien`,
  changingOne: 'Ändert 1 Datei',
  using: (tool: string, server: string) => `Benutzt ${tool} von ${server}`,
  searching: 'Sucht im Web',
  reviewing: 'Sieht durch',
  starting: (agent: string) => `Startet den Agenten ${agent}`,
  thinking: 'Denkt nach',
  agentAsks: 'Der Agent fragt etwas',
  asks: (server: string) => `${server} fragt etwas`,
  writing: 'Schreibt',
  room: 'Verdichtet das Gespräch',
  waiting: 'Wartet auf das Modell',
} as const satisfies Messages['activity']
