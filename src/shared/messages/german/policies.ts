import type { Messages } from '../spoken'

/** What policies mean. */
export const policies: Messages['policies'] = {
  sandbox: {
    'danger-full-access': 'Voller Zugriff, keine Sandbox',
    'danger-no-network': 'Alle Dateien, kein Netz',
    'read-only': (network) => `Nur lesen, ${network}`,
    'workspace-write': (network) => `Im Arbeitsordner schreiben, ${network}`,
    network: 'mit Netz',
    noNetwork: 'kein Netz',
    noTemporary: ', keine temporären Ordner',
  },
  approval: {
    untrusted: 'Vor allem fragen, was nicht als ungefährlich bekannt ist',
    effects: 'Auf Kopien ausführen; fragen, was den Ordner verlässt oder verloren ist',
    'on-failure': 'In der Sandbox ausführen, fragen, wenn sie einen Befehl stoppt',
    'on-request': 'Fragen, wenn der Agent mehr verlangt oder ein Befehl gefährlich aussieht',
    never: 'Nie fragen; was gestoppt ist, bleibt gestoppt',
    asOnRequest: 'Wie on-request',
    butRefuse: (names) => `Wie on-request, aber ohne Rückfrage ablehnen: ${names}`,
  },
}
