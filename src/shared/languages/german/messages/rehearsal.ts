import type { Messages } from '../../../messages/spoken'

/** What a rehearsal showed and did not show, and what became of it. */
export const rehearsal: Messages['rehearsal'] = {
  seconds: (count) => `${count} s`,
  limits: {
    network: (hosts) => `ohne Netz geprobt; versucht wurde ${hosts}`,
    socket: 'Schreiben durch einen Socket lässt sich nicht proben; einer wurde verlangt und verweigert',
    'no-server':
      'in einem Probelauf lauscht niemand, auch nicht, was auf diesem Rechner läuft; laut Ausgabe hat niemand geantwortet, vielleicht scheiterte es daran',
    'left-running':
      'ein Prozess von ihm lief am Ende noch und wurde beendet; was er später täte, ist nicht gezeigt',
    time: (time) => `nicht fertig nach ${time}; gezeigt ist, was bis dahin geändert war`,
    bytes: (size) => `abgebrochen: mehr als ${size} geschrieben`,
    entries: (count) =>
      `abgebrochen: mehr als ${count} Einträge angelegt oder entfernt; nicht alle sind gezeigt`,
    room: 'abgebrochen: der Platz auf der Platte ging aus',
    cancelled: 'vor dem Ende abgebrochen',
    'folder-rename':
      'einen Ordner umzubenennen scheitert im Probelauf (EXDEV) und ginge sonst; deshalb kann etwas gescheitert oder kopiert worden sein',
    'hard-links': (path) => `${path} hat weitere Namen; sie würden sich mit ändern`,
    mount: (path) => `${path} ist ein anderes Dateisystem und war leer zu sehen`,
    refused: (path) => `${path} war nicht beschreibbar: es gehört nicht zum Geprobten`,
    closed: (path) =>
      `${path} ist für Befehle geschlossen und ergab nichts; außerhalb der Sandbox würde es gelesen`,
    attributes: (path) =>
      `${path} bekam andere Attribute oder einen anderen Besitzer, was nicht gezeigt wird, oder wurde nur zum Schreiben geöffnet`,
    'not-opened': (path) => `Schreiben in ${path} lässt sich nicht proben`,
    'not-counted': (path) => `${path} enthält mehr, als gezählt wurde`,
    'too-deep': (path) => `was unter ${path} liegt, wurde nicht angesehen: der Pfad ist zu lang`,
  },
  types: {
    file: '',
    folder: 'Ordner ',
    link: 'Link ',
    pipe: 'Pipe ',
    socket: 'Socket ',
    device: 'Gerät ',
  },
  change: {
    created: (what) => `angelegt: ${what}`,
    changed: (what) => `geändert: ${what}`,
    deleted: (what) => `gelöscht: ${what}`,
    moved: (what) => `verschoben: ${what}`,
    mode: (what) => `Rechte geändert: ${what}`,
  },
  moved: (from, to) => `${from} nach ${to}`,
  headline: {
    clause: {
      deleted: (what) => `${what} löschen`,
      changed: (what) => `${what} ändern`,
      moved: (what) => `${what} verschieben`,
      mode: (what) => `${what} andere Rechte geben`,
      created: (what) => `${what} anlegen`,
    },
    things: { one: 'Datei oder Ordner', other: 'Dateien und Ordner' },
    in: (things, folder) => `${things} in ${folder}`,
    rest: {
      one: (count) => `${count} weitere Änderung machen`,
      other: (count) => `${count} weitere Änderungen machen`,
    },
    before: (effect) => `Zuvor geprüft: ${effect}`,
    done: (clauses) => `Würde ${clauses}.`,
    atLeast: (clauses) => `Würde mindestens ${clauses}.`,
    unfinished: (clauses) => `Vor dem Ende abgebrochen; bis dahin würde es ${clauses}.`,
  },
  kept: {
    untracked: (count) => `${count} unversioniert`,
    modified: (files) => `Änderungen in ${files}`,
    ignored: (count) => `${count} ignoriert`,
    asFar: ', soweit angesehen',
    all: 'Git hat alles davon',
    unknown: 'Git kennt es nicht',
    lost: (parts) => `verloren: ${parts}`,
    rest: '; den Rest hat Git',
  },
  nothing: 'Es gibt nichts anzuwenden',
  onlyByRun: (because) => `Diese Änderungen kann nur eine Ausführung bewirken: ${because}`,
  something: 'etwas',
  because: {
    limits: () => 'der Probelauf zeigt nicht alle',
    ended: () => 'der Probelauf endete vor dem Befehl',
    attempts: () => 'der Befehl wollte eine Verbindung, die es im Probelauf nicht gibt',
    stopped: () => 'dem Befehl wurde im Probelauf etwas verwehrt',
    many: () => 'es sind zu viele, um sie aufzuführen',
    room: () => 'Kopien anderer Probeläufe belegen den Platz',
    'hard-links': (of) => `${of} hat mehrere Namen`,
    owner: (of) => `${of} gehört jemand anderem`,
    special: (of) => `${of} ist von einer Art oder hat Rechte, die nicht angewendet werden`,
    guarded: (of) => `${of} ist ein Repository, eine Einstellung von Agenten oder gehört zum Programm`,
    name: (of) => `der Name ${of} lässt sich nicht zeigen, wie er ist`,
    'moved-away': (of) => `${of} ist nicht mehr, was es war`,
    unavailable: () => 'hier lässt sich nichts anwenden',
  },
  notOnCopies: {
    all: (reason) => `Nicht auf Kopien ausgeführt, sondern wie unter „Bei Bedarf fragen“: ${reason}`,
    stays: 'kann über den Aufruf hinaus weiterlaufen',
  },
  applied: {
    all: (parts) => `Angewendet wie gezeigt: ${parts}`,
    byRule: (rule, parts) => `Beantwortet durch die Regel „${rule}“: ${parts}`,
    unasked: (parts) => `Auf Kopien ausgeführt und übernommen: ${parts}`,
    unchanged: 'nichts geändert',
    deleted: (files) => `${files} gelöscht`,
    changed: (count) => `${count} geändert`,
    moved: (count) => `${count} verschoben`,
    mode: {
      one: (count) => `Rechte von ${count} geändert`,
      other: (count) => `Rechte von ${count} geändert`,
    },
    created: (count) => `${count} angelegt`,
    leftOut: (count) => `; ${count} weggelassen`,
  },
}
