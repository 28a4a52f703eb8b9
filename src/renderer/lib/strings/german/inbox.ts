import type { Strings } from '../../strings'

/** The words of the inbox. */
export const inbox = {
  title: 'Eingang',
  summary: (requests: number, sessions: number) =>
    `${String(requests)} zu entscheiden in ${sessions === 1 ? '1 Sitzung' : `${String(sessions)} Sitzungen`}`,
  list: 'Wartet auf Antwort',
  nothingWaits: 'Nichts wartet.',
  emptyTitle: 'Nichts wartet',
  emptyText: 'Eine Anfrage erscheint hier und in ihrer Sitzung, sobald sie gestellt ist.',
  kinds: {
    command: 'Befehl',
    connection: 'Verbindung',
    patch: 'Patch',
    input: 'Eingabe',
    tool: 'Werkzeug',
  },
  byRemoteRun: (program: string) => `von ${program}`,
  byAgent: (name: string) => `Agent ${name}`,
  ownAgent: 'Countersign',
  counts: {
    title: (days: number) => `Entscheidungen der letzten ${String(days)} Tage`,
    asked: (count: number, ends: string) => `${String(count)} Mal gefragt: ${ends}.`,
    allowed: (count: number) => `${String(count)} erlaubt`,
    changed: (count: number) => `${String(count)} geändert`,
    denied: (count: number) => `${String(count)} abgelehnt`,
    withdrawn: (count: number) => `${String(count)} nicht beantwortet`,
    people: (count: number, median: string, longest: string) =>
      `${String(count)} von Menschen beantwortet, die Hälfte binnen ${median}, alle binnen ${longest}.`,
  },
  order: 'Nach Stufe, dann Alter',
  boundary: {
    sandbox: 'von der Sandbox gestoppt',
    network: 'wartet auf einen Host',
    'approval-policy': 'von der Richtlinie gefragt',
    'missing-sandbox': 'keine Sandbox',
    escalation: 'vom Agenten gefragt',
  },
} as const satisfies Strings['inbox']
