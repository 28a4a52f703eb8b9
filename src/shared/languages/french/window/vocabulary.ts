import type { LaterStrings } from '../../english/later-window'
import type { Strings } from '../../english/window'

/** The levels in full. */
export const levels = {
  low: 'Risque faible',
  medium: 'Risque moyen',
  high: 'Risque élevé',
  'not-assessed': 'Non évalué',
} as const satisfies Strings['levels']
/** The levels in lists. */
export const levelsShort = {
  low: 'Faible',
  medium: 'Moyen',
  high: 'Élevé',
  'not-assessed': 'Non évalué',
} as const satisfies LaterStrings['levelsShort']
/** The categories as chips. */
export const categories = {
  data_deletion: 'Suppression de données',
  data_exfiltration: 'Fuite de données',
  privilege_escalation: 'Élévation de privilèges',
  system_modification: 'Modification du système',
  network_access: 'Accès au réseau',
  resource_exhaustion: 'Épuisement de ressources',
  compliance: 'Infraction',
} as const satisfies LaterStrings['categories']
/** The approval policies as pickers name them. */
export const approvalPolicies = {
  untrusted: 'Sauf sans danger',
  effects: 'Selon les effets',
  'on-failure': 'En cas d’échec',
  'on-request': 'Au besoin',
  never: 'Jamais',
  granular: 'Par genre',
} as const satisfies Strings['approvalPolicies']
/** The sandbox modes as pickers name them. */
export const sandboxModes = {
  'read-only': 'Lecture seule',
  'workspace-write': 'Dans le dossier',
  'danger-no-network': 'Tous les fichiers, pas de réseau',
  'danger-full-access': 'Accès complet, sans bac à sable',
} as const satisfies Strings['sandboxModes']
/** What was stopped. */
export const evidenceKinds = {
  write: 'Écriture',
  read: 'Lecture',
  network: 'Réseau',
  syscall: 'Appel système',
} as const satisfies LaterStrings['approval']['evidence']
/** Who decided, after "schon beantwortet". */
export const faces = {
  window: 'dans la fenêtre',
  browser: 'dans le navigateur',
  terminal: 'dans le terminal',
  flag: 'par une option de la ligne de commande',
  client: 'par un autre programme',
  grant: 'par une autorisation donnée entre-temps',
  engine: 'par Countersign',
} as const satisfies LaterStrings['approval']['faces']
