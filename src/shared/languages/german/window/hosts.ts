import type { LaterStrings } from '../../english/later-window'

/** The words of engines on other machines. */
export const hosts: LaterStrings['hosts'] = {
  states: {
    connecting: 'wird verbunden',
    connected: 'verbunden',
    lost: 'nicht verbunden, wird wieder versucht',
    over: 'nicht verbunden, wird nicht wieder versucht',
  },
  newThere: 'Neue Sitzung auf einem Host',
  host: 'Host',
  folder: 'Ordner dort',
  folderHint: 'Ein absoluter Pfad jener Maschine',
  start: 'Dort beginnen',
}
