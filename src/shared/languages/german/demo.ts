import type { SpokenLanguage } from '../spoken-language'

/** Was der Agent der Demo sagt. */
export const demo: SpokenLanguage['demo'] = {
  look: {
    before: 'Ein vorbereiteter Agent, **echte Befehle**. Dieser liest nur, also läuft er.',
    view: 'Listet die Commits und die Dateien des Projekts auf.',
    done: '',
    refused: 'Ohne diesen Blick geht es auch weiter.',
    failed: 'Das Umsehen ging hier nicht; es geht ohne weiter.',
  },
  notes: {
    before:
      'Die Versionshinweise gehen **aus dem Projekt hinaus**. Die Sandbox hält das auf, und ein Mensch entscheidet.',
    why: 'Die Versionshinweise dorthin legen, wo die Veröffentlichung sie abholt.',
    view: 'Kopiert eine Textdatei in einen Ordner neben dem Projekt.',
    done: '',
    refused: 'Dann bleiben sie hier.',
    failed: 'Das Schreiben ging hier nicht, also bleiben sie.',
  },
  page: {
    before: 'Die Seite geht nach `../site`. Eine **Regel** dieses Projekts erlaubt das.',
    why: 'Die Seite dorthin legen, wo die Website entsteht.',
    view: 'Kopiert eine Textdatei in einen Ordner neben dem Projekt.',
    done: '',
    refused: 'Dann bleibt die Seite, wie sie ist.',
    failed: 'Die Seite ließ sich nicht schreiben.',
  },
  published: {
    before:
      'Ist es veröffentlicht? Das braucht das **Netz**; `releases.example` ist ein Name für Beispiele und führt nirgendwohin.',
    view: 'Fragt einen Server nach den Versionen, die er hat.',
    done: '',
    refused: 'Dann frage ich nicht.',
    failed: 'Es kam keine Antwort.',
  },
  cleanUp: {
    before: 'Zuletzt ein Aufräumen, das **löscht**.',
    why: 'Alte Dateien eines Zwischenspeichers wegräumen.',
    view: 'Löscht temporäre Dateien aus einem Zwischenspeicher.',
    done: 'Die Dateien des Zwischenspeichers sind weg.',
    refused: 'Dann bleiben sie.',
    failed: 'Die Dateien des Zwischenspeichers sind noch da.',
  },
  unread:
    'Kein Modell liest das: Die Demo ist ein Skript. Für echte Arbeit eine neue Sitzung in einem eigenen Ordner beginnen; fehlt noch ein Modell, steht dort, wie es eingerichtet wird.',
}
