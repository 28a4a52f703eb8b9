import type { Wording } from '../../../messages/spoken'
import type { pages as english } from '../../english/window/pages'
import type { Strings } from '../../english/window'

/** The words of the start page and the doctor. */
export const pages = {
  start: {
    invitation: 'Was soll der Agent tun?',
    invitationText: 'Er arbeitet in einer Sandbox. Gefragt wird nur, was außerhalb davon geschähe.',
    task: 'Aufgabe beschreiben',
    taskHint: 'Aufgabe beschreiben, @ für Dateien, / für Befehle',
    examplesLabel: 'Zum Beispiel',
    examples: {
      repository: 'Dieses Repository erklären',
      project: 'Dieses Projekt erklären',
      tests: 'Die Tests ausführen und richten, was fehlschlägt',
      firstTest: 'Einen ersten Test schreiben',
      dependencies: 'Die Abhängigkeiten erneuern, eine nach der anderen',
      readme: 'Eine README schreiben',
      unused: 'Finden, was nichts mehr benutzt',
      folder: 'Sagen, was in diesem Ordner liegt',
      readmeOfFolder: 'Für diesen Ordner eine README schreiben',
      twice: 'Finden, was doppelt da ist, und nichts löschen',
      tool: 'Hier ein kleines Kommandozeilenprogramm anfangen',
      page: 'Hier eine Webseite anfangen',
      interview: 'Fragen, was hier entstehen soll, und es aufschreiben',
    },
    goOn: 'Weitermachen',
    newHere: 'Neu hier',
    models: 'Schlüssel und Server',
    setUp: 'Eines einrichten',
    folder: 'Ordner',
    title: 'Neue Sitzung',
    model: 'Modell',
    whichAgent: 'Wer arbeitet',
    ownAgent: 'Der von Countersign',
    acpAgentText: (command: string) =>
      `${command} läuft als Ganzes in der Sandbox, mit einem eigenen Ordner, und wählt sein Modell selbst.`,
    acpAgentReaches: (hosts: readonly string[]) =>
      hosts.length === 0
        ? 'Jede Verbindung wird angefragt.'
        : `Ohne Rückfrage erreichbar: ${hosts.join(', ')}; alles andere wird angefragt.`,
    demo: 'Eine Entscheidung in zehn Sekunden sehen',
    demoText: 'Ein vorbereiteter Agent, echte Befehle, kein Schlüssel.',
    runDemo: 'Demo starten',
    demoPrompt: 'Zeig, was Countersign macht.',
    demoTitle: 'Demositzung',
    others: 'Über andere Agenten entscheiden',
    othersText: 'Claude Code und Codex fragen in diesem Fenster.',
    folderLabel: 'Arbeitsordner',
    folderPlaceholder: '/home/name/projekt',
    folderHint: 'Ein absoluter Pfad auf dem Rechner, auf dem die Engine läuft.',
    folderInvalid: 'Erwartet: ein absoluter Pfad, oder einer, der mit ~/ beginnt.',
    folderHidden: (n: number) =>
      n === 1
        ? '1 Zeichen dieses Pfads ist unsichtbar oder ändert, wie die anderen zu lesen sind:'
        : `${String(n)} Zeichen dieses Pfads sind unsichtbar oder ändern, wie die anderen zu lesen sind:`,
    openFolder: 'Ordner öffnen',
    noModel: 'Noch kein Modell',
    lookingForModels: 'Modelle werden gesucht …',
    use: {
      here: (name: string) => `${name} nehmen, hier gefunden`,
      key: (name: string) => `${name} nehmen, Schlüssel gefunden`,
      configured: (name: string) => `${name} nehmen`,
    },
    noModelText:
      'Ollama, LM Studio, llama.cpp oder vLLM auf diesem Rechner starten und neu suchen, unten einen Schlüssel angeben, oder in config.toml ein Modell nennen.',
    keyTitle: 'Ein Schlüssel für einen Anbieter',
    keyText:
      'Er kommt in den Schlüsselbund des Systems oder in eine nur für dieses Konto lesbare Datei. Nie in config.toml.',
    keyProvider: 'Anbieter',
    key: 'Schlüssel',
    saveKey: 'Speichern und testen',
    lookAgain: 'Modelle suchen',
    noModelReason: 'Zum Starten fehlt ein Modell.',
    noFolderReason: 'Zum Starten fehlt ein Ordner.',
    start: 'Starten',
    starting: 'Startet …',
    proposed: 'Vorgeschlagen, weil dieser Rechner Befehle auf Kopien ausprobieren kann.',
    noSandbox: 'Keine Sandbox',
    copyRemedy: (remedy) =>
      remedy.length <= 40 ? `„${remedy}“ kopieren` : 'Befehl kopieren, der es richtet',
    remedyCopied: { yes: 'Kopiert', failed: 'Nicht kopiert' },
    sandboxMissingText: 'Jeder Befehl wird gefragt und lässt sich nur außerhalb der Sandbox erlauben.',
  },
  past: {
    look: 'Den letzten Monat ansehen',
    lookText: 'Von Claude Code und Codex: welche Fragen nötig waren.',
  },
  doctor: {
    title: 'Dieser Rechner',
    text: 'Was Countersign hier gefunden hat, und wie sich beheben lässt, was fehlt.',
    checking: 'Wird geprüft …',
    status: { ok: 'In Ordnung', warn: 'Ginge besser', missing: 'Fehlt' },
  },
} as const satisfies Wording<typeof english>

/** The words of the form for a server at any address. */
export const provider = {
  title: 'Ein Server an einer anderen Adresse',
  text: 'Er kommt in config.toml, sein Schlüssel zu den anderen und nie in diese Datei. Der Schlüssel geht nur an diesen Server.',
  kind: 'Art',
  kinds: {
    chat: 'Spricht Chat Completions',
    responses: 'Spricht Responses',
    azure: 'Azure OpenAI',
  },
  fields: {
    name: { label: 'Name', example: 'Unser Server', wrong: 'Erwartet: ein Name von höchstens 60 Zeichen.' },
    address: {
      label: 'Adresse',
      example: 'https://models.example.org/v1',
      wrong: 'Erwartet: eine Adresse mit http:// oder https:// am Anfang, ohne Passwort und Query.',
    },
    resource: {
      label: 'Ressource',
      example: 'meine-ressource',
      wrong:
        'Erwartet: der Name der Ressource aus Buchstaben, Ziffern und Bindestrichen, wie er vor .openai.azure.com steht.',
    },
    model: {
      label: 'Modell für neue Sitzungen',
      example: 'wie der Server es nennt',
      wrong: 'Erwartet: der Name des Modells; bei Azure der des Deployments.',
    },
    key: {
      label: 'Schlüssel',
      example: 'keiner',
      wrong: 'Erwartet: ein Schlüssel ohne Leerzeichen, nur aus einfachen Zeichen.',
    },
  },
  add: 'Server hinzufügen',
  adding: 'Wird hinzugefügt …',
  added: 'Hinzugefügt zu',
} as const satisfies Strings['provider']
