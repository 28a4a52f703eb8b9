import type { Strings } from '../../english/window'

const closed = 'Jeder Befehl hält für eine Entscheidung an und lässt sich nur außerhalb der Sandbox erlauben.'

/** What the engine says of itself in English: its faults begin in German, its rows are said in German where they are known. */
export const machine: Strings['machine'] = {
  faults: {
    'bad-request': 'Das ging so nicht.',
    'unknown-session': 'Diese Sitzung gibt es nicht.',
    'turn-running': 'Gerade läuft eine Runde.',
    'no-turn': 'Es läuft keine Runde.',
    'not-steerable': 'Was gerade läuft, nimmt keine Nachricht.',
    'missing-key': 'Es fehlt ein Schlüssel.',
    unauthorized: 'Der Anbieter nimmt den Schlüssel nicht an.',
    'rate-limited': 'Der Anbieter bremst: zu viele Anfragen.',
    quota: 'Das Kontingent beim Anbieter ist erschöpft.',
    'unknown-model': 'Dieses Modell gibt es dort nicht.',
    'unknown-provider': 'Diesen Anbieter gibt es nicht.',
    'connection-failed': 'Es gibt keine Verbindung.',
    'server-error': 'Der Server des Modells meldet einen Fehler.',
    'bad-stream': 'Die Antwort des Modells war nicht zu lesen.',
    'context-length': 'Das Gespräch ist zu lang für das Modell.',
    'store-failed': 'Es ließ sich nicht schreiben oder lesen.',
    forbidden: 'Das ist hier nicht erlaubt.',
    internal: 'Im Programm ist etwas fehlgeschlagen.',
  },
  checks: {
    'sandbox.ok': { title: 'Befehle laufen in einer Sandbox' },
    'sandbox.missing': { title: 'Keine Sandbox, die funktioniert' },
    'prepared-sandbox.ok': {
      title: 'Die nächste Sandbox wird vorbereitet',
      text: 'Ausprobiert.',
    },
    'prepared-sandbox.warn': {
      title: 'Keine Sandbox wird vorbereitet: jeder Befehl wartet auf seine eigene',
    },
    'rehearsal.ok': { title: 'Befehle lassen sich proben', text: 'An einem Overlay ausprobiert.' },
    'rehearsal.warn': { title: 'Befehle lassen sich nicht proben' },
    'session-network.ok': {
      title: 'Befehle einer Sitzung erreichen gegenseitig ihre Server',
      text: 'Ausprobiert.',
    },
    'session-network.warn': { title: 'Befehle einer Sitzung erreichen gegenseitig ihre Server nicht' },
    'model.ok': { title: 'Ein Modell ist eingestellt' },
    'model.warn': { title: 'Kein Modell, das sich benutzen lässt' },
    'local-models.ok': { title: 'Modellserver auf diesem Rechner' },
    'home.ok': { title: 'Aufzeichnungen lassen sich schreiben' },
    'home.missing': { title: 'Aufzeichnungen lassen sich nicht schreiben' },
    'wsl1.missing': {
      title: 'Das ist WSL 1',
      text: `WSL 1 führt keinen Linux-Kern aus, also gibt es nichts, woraus eine Sandbox zu machen wäre. ${closed}`,
    },
    'bubblewrap.missing': {
      title: 'bubblewrap fehlt',
      text: `bubblewrap macht unter Linux die Sandbox. ${closed}`,
    },
    'bubblewrap-fails.missing': {
      title: 'bubblewrap funktioniert hier nicht',
      text: `Es ist da, kann aber keine Sandbox machen, vielleicht, weil dies ein Container ist, der das nicht darf. ${closed}`,
    },
    'hidden-proc.missing': {
      title: 'Dieser Container verbirgt Teile von /proc',
      text: `Wo etwas davon verborgen ist, lässt der Kernel keine Sandbox ein eigenes /proc haben. ${closed}`,
    },
    'max-user-namespaces.missing': {
      title: 'Benutzer-Namensräume sind abgeschaltet',
      text: `user.max_user_namespaces ist 0, also kann bubblewrap nicht starten. ${closed}`,
    },
    'userns-clone.missing': {
      title: 'Benutzer-Namensräume sind abgeschaltet',
      text: `kernel.unprivileged_userns_clone ist 0, also kann bubblewrap ohne besondere Rechte nicht starten. ${closed}`,
    },
    'apparmor-userns.missing': {
      title: 'AppArmor beschränkt Benutzer-Namensräume',
      text: `kernel.apparmor_restrict_unprivileged_userns ist 1 (so voreingestellt bei Ubuntu 24.04), und kein Profil nimmt bubblewrap aus. ${closed}`,
    },
    'socat.ok': { title: 'Einzelne Hosts lassen sich erlauben' },
    'socat.warn': {
      title: 'socat fehlt',
      text: 'Ohne socat lassen sich keine einzelnen Hosts erlauben: Befehle in der Sandbox haben kein Netz, außer die Richtlinie öffnet es ganz.',
    },
    'landlock.warn': { title: 'Landlock fehlt oder ist zu alt' },
    'sandbox-exec.missing': {
      title: 'sandbox-exec fehlt',
      text: `/usr/bin/sandbox-exec gehört zu macOS und lässt sich hier nicht ausführen. ${closed}`,
    },
    'srt-win.missing': { title: 'Die Sandbox von Windows ist nicht eingerichtet' },
  },
}
