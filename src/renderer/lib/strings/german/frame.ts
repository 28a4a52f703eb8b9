import type { Wording } from '@shared/messages/spoken'
import type { frame as english } from '../frame'

/** The words of the window round its pages. */
export const frame = {
  app: {
    name: 'Countersign',
    waiting: (n: number) => (n === 1 ? '1 wartet' : `${String(n)} warten`),
    ago: (age: string) => `vor ${age}`,
    onDay: (day: string) => `am ${day}`,
    regions: { rail: 'Sitzungen', transcript: 'Verlauf', composer: 'Nachricht' },
  },
  button: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Nicht kopiert',
    checkAgain: 'Noch einmal prüfen',
    dismiss: 'Schließen',
  },
  connection: {
    connecting: 'Verbindung zur Engine …',
    notConnected: 'Die Engine ist nicht verbunden.',
    lostTitle: 'Die Engine ist stehen geblieben',
    lostText: 'Oder sie ist nicht erreichbar. Bis dahin lässt sich nichts beantworten. Entwürfe bleiben.',
    connectAgain: 'Neu verbinden',
    refusedTitle: 'Diese Adresse braucht den Link, den countersign serve ausgegeben hat.',
    refusedText: 'Diesen Link in diesem Browser öffnen. Er enthält ein Token, das einmal gilt.',
    failedTitle: 'Die Engine hat nicht geantwortet',
    tooLarge: 'Zu groß für die Verbindung eines Browsers. Nichts wurde gesendet.',
  },
  rail: {
    inbox: 'Eingang',
    newSession: 'Neue Sitzung',
    search: 'Sitzungen suchen',
    found: (n: number) => (n === 0 ? 'Nichts gefunden' : n === 1 ? '1 Sitzung' : `${String(n)} Sitzungen`),
    older: 'Ältere Sitzungen zeigen',
    open: 'Sitzungen',
    allSessions: 'Alle Sitzungen in diesem Fenster zeigen',
    close: 'Sitzungsliste schließen',
    needsYou: 'Wartet auf Antwort',
    running: 'Läuft',
    fresh: 'Nicht begonnen',
    done: 'Fertig',
    requests: (n: number, notAssessed: number) =>
      notAssessed === 0
        ? `${String(n)} Anfragen`
        : `${String(n)} Anfragen, ${String(notAssessed)} nicht bewertet`,
    ended: { done: 'Fertig', idle: 'Noch keine Runde', interrupted: 'Unterbrochen', failed: 'Gescheitert' },
    runningLabel: 'Läuft',
    unconfined: 'Hier ohne Sandbox',
    sandboxOn: (backend: string) => `Sandbox an: ${backend}`,
    sandboxOff: 'Keine Sandbox',
    doctor: 'Diesen Rechner prüfen',
    past: 'Rückblick',
    grants: 'Erlaubnisse',
    settings: 'Einstellungen, Erlaubnisse und dieser Rechner',
    preferences: 'Einstellungen',
  },
  part: {
    failed:
      'Dieser Teil des Fensters ließ sich nicht laden. Vielleicht wurde das Programm inzwischen aktualisiert.',
    reload: 'Fenster neu laden',
  },
  bar: {
    stopTurn: 'Runde anhalten',
    branch: 'Branch',
    model: 'Modell',
    agent: 'Agent',
    sandbox: 'Sandbox-Richtlinie',
    demo: 'Demo',
  },
} as const satisfies Wording<typeof english>
