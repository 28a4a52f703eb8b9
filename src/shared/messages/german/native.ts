import { forms } from '../counting'
import type { Messages } from '../spoken'

/** What the system's own boxes, menus and notifications say, in German. */
export const native: Messages['native'] = {
  levels: {
    low: 'Geringes Risiko',
    medium: 'Mittleres Risiko',
    high: 'Hohes Risiko',
    'not-assessed': 'Nicht eingeschätzt',
  },
  session: (title) => `Sitzung: ${title}`,
  command: (text) => `Befehl: ${text}`,
  gives: (what) => `Ein Ja gibt: ${what}`,
  doubt: (text) => `Zu bedenken: ${text}`,
  agentAsks: 'Der Agent fragt etwas.',
  asks: (server) => `Der MCP-Server ${server} fragt etwas.`,
  turnFailed: 'Die Runde ist gescheitert.',
  turnDone: 'Die Runde ist fertig.',
  allowOnce: 'Einmal erlauben',
  deny: 'Ablehnen',
  open: 'Öffnen',
  waiting: forms('1 Anfrage wartet', (count) => `${count} Anfragen warten`, 'Nichts wartet'),
  more: (count) => `${String(count)} weitere im Eingang`,
  tray: { show: 'Countersign öffnen', quit: 'Beenden' },
  close: {
    title: 'Countersign weiterlaufen lassen?',
    message: 'Sitzungen und was wartet gehen im Infobereich weiter, ohne Fenster.',
    waits: forms(
      '1 Anfrage wartet. Das Beenden lehnt sie ab.',
      (count) => `${count} Anfragen warten. Das Beenden lehnt sie ab.`,
    ),
    remember: 'Nicht mehr fragen',
    keep: 'Weiterlaufen lassen',
    quit: 'Beenden',
    cancel: 'Abbrechen',
  },
  quit: { title: 'Countersign beenden?', quit: 'Beenden und ablehnen', cancel: 'Abbrechen' },
  unsandboxed: {
    title: 'Die Fenster laufen ohne Sandbox',
    detail:
      'Countersign wurde mit --no-sandbox gestartet. Was ein Fenster zeigt, kommt von Agenten, Dateien und Servern: Ein Fehler beim Anzeigen reicht dann so weit wie die eigenen Rechte. Befehle von Agenten bleiben in ihrer Sandbox.',
    quit: 'Beenden',
    goOn: 'Ohne fortfahren',
  },
  launcher: {
    title: 'Countersign auch in Terminals verwenden?',
    message: (path) => `Der Befehl countersign kommt nach ${path}. Das Hilfe-Menü nimmt ihn wieder weg.`,
    offPath: (folder) =>
      `${folder} steht noch nicht im PATH dieser Anmeldung: dort eintragen oder neu anmelden.`,
    install: 'Dort ablegen',
    later: 'Nicht jetzt',
    menuInstall: 'Den Befehl countersign in den PATH legen …',
    menuRemove: 'Den Befehl countersign wegnehmen',
    failed: 'Der Befehl countersign konnte nicht geändert werden',
    done: (path) => `Der Befehl liegt unter ${path}.`,
    removed: (path) => `${path} ist weg.`,
  },
  update: {
    title: (version) => `Countersign ${version} ist da`,
    ready: 'Es ist geprüft und kommt beim Beenden herein.',
    elsewhere: 'Es kommt mit den Aktualisierungen des Systems oder von dort, woher dieses kam.',
  },
}
