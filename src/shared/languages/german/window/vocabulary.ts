import type { LaterStrings } from '../../english/later-window'
import type { Strings } from '../../english/window'

/** The levels in full. */
export const levels = {
  low: 'Niedriges Risiko',
  medium: 'Mittleres Risiko',
  high: 'Hohes Risiko',
  'not-assessed': 'Nicht bewertet',
} as const satisfies Strings['levels']
/** The levels in lists. */
export const levelsShort = {
  low: 'Niedrig',
  medium: 'Mittel',
  high: 'Hoch',
  'not-assessed': 'Nicht bewertet',
} as const satisfies LaterStrings['levelsShort']
/** The categories as chips. */
export const categories = {
  data_deletion: 'Datenlöschung',
  data_exfiltration: 'Datenabfluss',
  privilege_escalation: 'Rechteausweitung',
  system_modification: 'Systemänderung',
  network_access: 'Netzzugriff',
  resource_exhaustion: 'Ressourcenverbrauch',
  compliance: 'Regelverstoß',
} as const satisfies LaterStrings['categories']
/** The approval policies as pickers name them. */
export const approvalPolicies = {
  untrusted: 'Vor Unbekanntem fragen',
  effects: 'Nach Wirkungen fragen',
  'on-failure': 'Beim Scheitern fragen',
  'on-request': 'Bei Bedarf fragen',
  never: 'Nie fragen',
  granular: 'Je nach Art fragen',
} as const satisfies Strings['approvalPolicies']
/** The sandbox modes as pickers name them. */
export const sandboxModes = {
  'read-only': 'Nur lesen',
  'workspace-write': 'Im Arbeitsordner',
  'danger-no-network': 'Alle Dateien, kein Netz',
  'danger-full-access': 'Voller Zugriff, keine Sandbox',
} as const satisfies Strings['sandboxModes']
/** What was stopped. */
export const evidenceKinds = {
  write: 'Schreiben',
  read: 'Lesen',
  network: 'Netz',
  syscall: 'Systemaufruf',
} as const satisfies LaterStrings['approval']['evidence']
/** Who decided, after "schon beantwortet". */
export const faces = {
  window: 'im Fenster',
  browser: 'im Browser',
  terminal: 'im Terminal',
  flag: 'durch eine Option der Befehlszeile',
  client: 'durch ein anderes Programm',
  grant: 'durch eine inzwischen gegebene Erlaubnis',
  engine: 'durch Countersign',
} as const satisfies LaterStrings['approval']['faces']
