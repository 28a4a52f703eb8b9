import type { LaterStrings } from '../../english/later-window'

/** The words of the sandboxes of a fleet. */
export const sandboxes: LaterStrings['sandboxes'] = {
  states: {
    looking: 'Sandboxes werden gesucht',
    found: (count) =>
      count === 0 ? 'keine Sandbox' : count === 1 ? '1 Sandbox' : `${String(count)} Sandboxes`,
    others: (count) => `${String(count)} nicht gezeigt`,
    away: 'nicht erreicht',
    trouble: 'dem Cluster kann nicht gesagt werden, dass eine Sandbox benutzt wird',
  },
  settings: {
    title: 'Wo, und woraus',
    titleOf: (fleet) => `Wo, und woraus: ${fleet}`,
    means:
      'Wie in config.toml; der Kontext ist einer der kubeconfig. Vorhandene Sandboxes bleiben, wo sie sind; ein Fenster mit anderem Ort zeigt sie nicht mehr.',
    context: 'Kontext',
    namespace: 'Namensraum',
    template: 'Vorlage',
    ready_seconds: 'Sekunden, bis eine bereit ist',
    idle_minutes: 'Minuten ohne jemanden, bis der Cluster eine entfernt',
    save: 'Speichern',
    canBeMade: (version) => `Die Vorlage ist da (${version}).`,
    pool: (pool, ready) =>
      `${String(ready)} aus dem Warm Pool ${pool} ${ready === 1 ? 'steht' : 'stehen'} bereit.`,
    left: {
      title: 'Eigene Sandboxes',
      asking: 'Fragt den Cluster und jede einzelne …',
      none: 'Keine Sandbox von diesem Rechner.',
      uses: {
        connected: 'benutzt: jemand ist mit ihr verbunden',
        working: 'benutzt: dort läuft oder wartet etwas',
        left: 'übrig geblieben',
        'not-ready': 'nicht bereit, und niemand wartet auf sie',
        unknown: 'ob dort etwas läuft, lässt sich ihre Engine nicht fragen',
      },
      remove: 'Löschen',
      removeOf: (sandbox) => `Löschen: ${sandbox}`,
      removeAll: (count) => `${String(count)} übrig gebliebene löschen`,
      ask: (count) => (count === 1 ? 'Diese Sandbox löschen?' : `${String(count)} Sandboxes löschen?`),
      lost: 'Was dort geändert und nicht zurückgeholt wurde, ist damit weg, mit den Sitzungen. Eine, die bis dahin benutzt wird, bleibt.',
      came: (deleted, stays) =>
        `${String(deleted)} gelöscht.${stays === 0 ? '' : ` ${String(stays)} inzwischen benutzt und geblieben.`}`,
    },
  },
  lookAgainOf: (name) => `Sandboxes neu suchen: ${name}`,
  inNew: (fleet) => `${fleet}: neue Sandbox`,
  work: 'Arbeit',
  works: { clone: 'Klonen', send: 'Ordner senden' },
  from: 'Adresse oder Remote',
  fromHint: 'https://… oder origin',
  branch: 'Branch',
  folder: 'Ordner hier',
  says: {
    clone: (folder) =>
      folder === ''
        ? 'Wird im Cluster geklont, mit dessen Netz und Zugangsdaten.'
        : `Wird im Cluster geklont, mit dessen Netz und Zugangsdaten. Der Name eines Remotes ist einer von ${folder}.`,
    send: 'Wird ohne .git gesendet, ohne das, was .gitignore-Dateien ausnehmen, und ohne symbolische Links.',
    message: 'Was oben geschrieben ist, ist dort die erste Nachricht.',
  },
  making: 'Sandboxes, die gerade entstehen',
  steps: {
    asked: 'Der Cluster wird gefragt',
    waiting: 'Auf eine Sandbox wird gewartet',
    ready: 'Die Sandbox ist bereit',
    cloning: 'Dort wird geklont',
    sending: 'Der Ordner wird gesendet',
    connecting: 'Die Engine dort wird gestartet',
    cancelled: 'Was entstanden ist, wird gelöscht',
  },
  sent: (size) => `${size} gesendet`,
  cancel: 'Abbrechen',
  cancelOf: (work) => `Abbrechen: ${work}`,
  failed: (fleet) => `Auf ${fleet} hat keine Sitzung begonnen:`,
  cancelled: (fleet) => `Abgebrochen: Auf ${fleet} hat keine Sitzung begonnen.`,
  kept: (sandbox) =>
    `Die Arbeit liegt in ${sandbox}, und diese Sandbox bleibt: dort eine Sitzung beginnen, oder sie mit „countersign hosts clean“ löschen.`,
  left: 'Was entstanden ist, liegt vielleicht noch dort:',
  refused: {
    address:
      'Erwartet wird https://, ssh://, git:// oder user@host:path, ohne Passwort: Es würde dort niedergeschrieben.',
    remote:
      'Das Repository des Ordners oben hat keinen Remote dieses Namens. Erwartet wird einer, oder eine Adresse.',
    branch: 'Erwartet wird der Name eines Branches.',
  },
  said: 'Worte des Clusters. Niemand hat sie geprüft.',
  end: {
    title: (sandbox, deletes) => `Die letzte Sitzung von ${sandbox} ${deletes ? 'löschen' : 'archivieren'}?`,
    text: 'In dieser Sandbox ist keine andere Sitzung. Wird sie gelöscht, ist verloren, was dort geändert und nicht zurückgeholt wurde, und ihre Sitzungen mit.',
    looking: 'Die Sandbox wird gefragt, was dort geändert wurde …',
    changed: (files, pulled) =>
      `${files === 1 ? '1 Datei wurde' : `${String(files)} Dateien wurden`} dort geändert, ${pulled ? 'seit zuletzt zurückgeholt wurde' : 'seit es begann, und nichts wurde zurückgeholt'}.`,
    same: (pulled) =>
      pulled
        ? 'Seit zuletzt zurückgeholt wurde, hat sich dort nichts geändert.'
        : 'Seit dem Beginn hat sich dort nichts geändert.',
    elsewhere: 'Auch auf anderen Branches oder beiseitegelegt ist dort Arbeit.',
    unknown: 'Ob dort etwas geändert wurde, ist nicht zu erfahren:',
    unasked: 'Die Engine dort kann nicht gefragt werden, ob etwas läuft.',
    toldBy: 'Die Sandbox sagt das selbst.',
    keep: 'Archivieren, Sandbox behalten',
    keepAfterDelete: 'Sitzung löschen, Sandbox behalten',
    remove: 'Sandbox löschen',
    removing: 'Wird gelöscht …',
    stays: {
      connected: 'Die Sandbox wurde nicht gelöscht: Jemand anderes ist mit ihr verbunden.',
      working: 'Die Sandbox wurde nicht gelöscht: Dort läuft oder wartet etwas.',
      unknown: 'Die Sandbox wurde nicht gelöscht: Die Engine dort kann nicht gefragt werden, ob etwas läuft.',
      sessions: 'Die Sandbox wurde nicht gelöscht: In ihr ist noch eine andere Sitzung.',
      other: 'Die Sandbox wurde nicht gelöscht.',
    },
    failed: 'Die Sandbox wurde nicht gelöscht:',
  },
}
